"""Recognise pages that show something else than their content: consent walls, log-ins, empty pages, "not found".

Only short texts are looked at: an article about cookies is an article.
"""

from __future__ import annotations

import re

from tidings.model import Page, Reason

MOST_TEXT = 1_500
"""Characters of text that such a page may show."""
_ALMOST_NOTHING = 25
"""Characters of text below which a page shows nothing."""
_FEW_LINKS = 3
"""Links that an empty page may have; a front page of pictures has more."""
_LEAD = 400
"""Characters at the beginning of a text that say what the page is."""

_SCRIPTS = re.compile(
    r"(?:enable|activate|turn on|requires?|without|need)\s+(?:\w+\s+){0,3}java\s?script"
    r"|java\s?script\s+(?:\w+\s+){0,4}(?:disabled|enabled|required|aktivier|deaktiviert|benötigt|nécessaire"
    r"|désactivé"
    r"|activado|habilitar|necesario|necessario|attivare|vereist|uitgeschakeld)"
    r"|(?:activez|activar|active|habilite|abilita|aktivieren sie|schakel)\s+(?:\w+\s+){0,2}java\s?script",
    re.IGNORECASE,
)
_CONSENT = re.compile(
    r"before you continue|we (?:value|care about|respect) your privacy|your privacy choices|manage (?:your )?cookies?"
    r"|(?:accept|agree|consent|reject)[^.]{0,60}cookies?|cookies?[^.]{0,80}(?:accept|consent|agree|partners)"
    r"|cookies? (?:zustimmen|akzeptieren|ablehnen)|einwilligung|bevor sie fortfahren|avant de continuer"
    r"|accept(?:er|ez) (?:les |tous les )?cookies|aceptar (?:las |todas las )?cookies|accetta (?:i |tutti i )?cookie"
    r"|aceitar (?:os )?cookies|cookies accepteren|antes de continuar|prima di continuare",
    re.IGNORECASE,
)
_LOGIN = re.compile(
    r"^\W*(?:please )?(?:log\s?-?in|sign\s?-?in|log\s?-?on|anmelden|einloggen|anmeldung|login|se connecter|connexion"
    r"|iniciar sesi[óo]n|acceder|accedi|entrar|inloggen|aanmelden|zaloguj)\b"
    r"|(?:log|sign) in (?:to (?:continue|view|read|see)|required)|you must (?:be logged|log|sign) in"
    r"|subscribe to (?:continue|keep) reading|create an account to (?:continue|read)",
    re.IGNORECASE | re.MULTILINE,
)
_MISSING = re.compile(
    r"^\W*(?:error|http)?\W*404\s*(?:$|[|:\u2013-])|\b404\W+(?:error|page|not)|(?:page|article|file|content|story) "
    r"(?:was |is |can(?:not|'t) be |could not be )?(?:not )?found"
    r"|not found|no longer (?:available|exists)|does(?:n't| not) exist|nicht gefunden|introuvable|no encontrad[ao]"
    r"|no existe|non trovat[ao]|não encontrad[ao]|niet gevonden|nie znaleziono",
    re.IGNORECASE,
)
_MISSING_PAGE = re.compile(
    r"^\W*(?:error|http)?\W*404\s*(?:$|[|:\u2013-])|\b404\W+(?:error|page|not)"
    r"|(?:page|article|document|url|content)\W+(?:\w+\W+){0,8}"
    r"(?:not (?:be )?found|no longer|(?:does|do)(?:n't| not) exist)"
    r"|seite (?:\w+ ){0,4}nicht gefunden|page (?:\w+ ){0,3}introuvable"
    r"|página (?:\w+ ){0,3}(?:no|não) (?:encontrada|existe)"
    r"|pagina (?:\w+ ){0,3}(?:non trovata|niet gevonden)",
    re.IGNORECASE,
)
_LOGIN_PATH = re.compile(
    r"/(?:log-?in|sign-?in|sso|oauth2?|auth|anmelden|connexion)(?:[/?.]|$)", re.IGNORECASE
)
_CONSENT_HOST = re.compile(
    r"://(?:consent|cmp|privacy|guce)\.|/(?:consent|privacywall)(?:[/?]|$)", re.IGNORECASE
)


def wall_of(page: Page) -> Reason | None:
    """Return why a page shows something else than its content, None if it seems to show it."""
    text = page.text
    if len(text) > MOST_TEXT:
        return None
    lead = text[:_LEAD]
    if _MISSING.search(page.title) or (len(text) < _LEAD and _MISSING_PAGE.search(lead)):
        return Reason.SOFT_404
    if _CONSENT_HOST.search(page.url) or len(_CONSENT.findall(f"{page.title}\n{text}")) > 1:
        return Reason.CONSENT
    if _LOGIN.search(page.title) or (_LOGIN_PATH.search(page.url) and _LOGIN.search(lead)):
        return Reason.LOGIN
    if len(text) < _LEAD and _SCRIPTS.search(lead):
        return Reason.SCRIPTS
    is_empty = len(text) < _ALMOST_NOTHING and len(page.links) < _FEW_LINKS
    return Reason.SCRIPTS if is_empty else None
