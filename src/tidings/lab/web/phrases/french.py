"""The French phrases: fewer than the English ones, used by a few sites."""

from __future__ import annotations

from tidings.lab.web.phrases.grammar import Language, Topic

_FLOOD = Topic(
    "inondations",
    ("Inondations à {place} : le bilan monte à {dead} morts", "Crue à {town} : les secours cherchent les disparus", "Pourquoi l'alerte est arrivée trop tard", "Le fleuve {river} déborde", "À {town2}, on nettoie la boue"),
    (
        "Des pluies torrentielles ont transformé les rues de {place} en rivières.",
        "Le niveau de {river} est monté de plus de {small} mètres pendant la nuit près de {town}.",
        "Au moins {dead} personnes sont mortes dans les inondations, selon les autorités de {region}.",
        "Les secours ont évacué {injured} habitants réfugiés sur les toits.",
        "À {town2}, l'eau a atteint le premier étage des maisons.",
        "La météo avait lancé une alerte rouge, mais les sirènes sont restées muettes.",
        "Deux ponts ont été emportés par le courant.",
        "Des bénévoles évacuent la boue des caves et des cuisines.",
        "Le barrage en amont de {town} a dû lâcher de l'eau.",
        "Après la crue, {big} foyers sont privés d'eau potable.",
    ),
)  # fmt: skip
_WILDFIRE = Topic(
    "incendie",
    ("Incendie près de {place} : des milliers d'évacués", "Les pompiers face aux flammes au-dessus de {town}", "La fumée recouvre {town2}", "Comment le feu est parti à {place}", "Retour dans les cendres"),
    (
        "L'incendie de forêt est parti de {hills} et progresse vers {place}.",
        "Les flammes ont détruit {big} hectares entre {town} et {town2}.",
        "{injured} maisons ont brûlé et au moins {dead} personnes sont mortes.",
        "Les avions bombardiers d'eau ont volé jusqu'à la nuit.",
        "Une fumée épaisse atteint {town2}.",
        "La sécheresse et le vent attisent le feu.",
        "L'évacuation de plusieurs quartiers de {place} a été ordonnée.",
        "La foudre ou un feu de camp seraient à l'origine du sinistre.",
        "Tout feu est interdit en {region}.",
        "Les pompiers ont ouvert des coupe-feu au bulldozer.",
    ),
)  # fmt: skip
_RAIL = Topic(
    "accident-train",
    ("Accident de train près de {place} : {dead} morts", "Deux trains se percutent avant {town}", "Un signal en cause ?", "Les survivants racontent", "La ligne de {town2} reste fermée"),
    (
        "Un train de voyageurs venant de {place} a percuté un train de marchandises près de {town}.",
        "{dead} passagers sont morts et {injured} ont été blessés dans l'accident.",
        "Trois voitures ont déraillé et glissé vers {river}.",
        "Les enquêteurs soupçonnent un défaut du signal de {town2}.",
        "La boîte noire de la locomotive a été retrouvée.",
        "La ligne est à voie unique sur {small} kilomètres.",
        "Les secours ont découpé la première voiture pour libérer les blessés.",
        "Des autocars remplacent les trains entre {town} et {town2}.",
        "Les syndicats de cheminots avaient signalé l'état de la voie.",
        "Des grues relèvent les voitures couchées sur le talus.",
    ),
)  # fmt: skip
_PROTEST = Topic(
    "manifestations",
    ("Des milliers de manifestants à {place}", "La police utilise des canons à eau", "L'opposition réclame un nouveau scrutin", "Grève des étudiants à {town}", "Ce que veulent les manifestants de {place}"),
    (
        "Des dizaines de milliers de manifestants ont rempli la grande place de {place}.",
        "La contestation a commencé après l'élection controversée.",
        "La police a tiré du gaz lacrymogène et utilisé des canons à eau.",
        "Au moins {injured} personnes ont été arrêtées et {dead} gravement blessées.",
        "L'opposition dénonce une fraude dans les bureaux de vote de {town}.",
        "Des observateurs ont relevé des bulletins manquants.",
        "Les étudiants de {town2} ont rejoint le cortège.",
        "Une grève générale a fermé les marchés et les bus de {place}.",
        "La police antiémeute a bloqué les ponts sur {river}.",
        "Les manifestants exigent un nouveau scrutin et la libération des détenus.",
    ),
)  # fmt: skip
_EXPLOSION = Topic(
    "explosion",
    ("Explosion au port de {place} : {dead} morts", "Vitres soufflées à {town}", "Un dépôt chimique en feu", "Que contenait l'entrepôt ?", "Le nuage dérive vers {town2}"),
    (
        "Une explosion a détruit un dépôt chimique au port de {place}.",
        "{dead} dockers ont été tués et {injured} personnes blessées.",
        "La déflagration a été entendue à {big} kilomètres.",
        "Un nuage de fumée noire s'est dirigé vers {town}.",
        "Les habitants de {town2} doivent garder portes et fenêtres fermées.",
        "Des inspecteurs avaient critiqué le stockage de nitrate d'ammonium.",
        "Les pompiers ont refroidi les cuves voisines pendant {hours} heures.",
        "Des plongeurs cherchent des disparus dans le bassin.",
        "Des travaux de soudure pourraient avoir provoqué l'explosion.",
        "Le parquet a saisi des documents de l'exploitant à {place}.",
    ),
)  # fmt: skip
_DAILY = Topic(
    "actualites",
    ("Le conseil de {place} vote le budget", "Un tramway pour {town}", "Le festival de {place} ouvre ses portes", "{place} gagne dans les arrêts de jeu", "Les loyers montent à {town2}", "L'hôpital de {place} recrute"),
    (
        "Le conseil municipal de {place} a voté après un long débat.",
        "{mayor} veut fermer le centre aux voitures le week-end.",
        "Le tramway vers {town} coûtera plus cher que prévu.",
        "L'équipe de {town2} l'a emporté avec deux buts d'avance.",
        "Le festival a accueilli {big} visiteurs le premier jour.",
        "Les commerçants de {place} espèrent une bonne saison.",
        "L'école de {town2} aura un nouveau toit.",
        "Les loyers ont augmenté de {small} pour cent en un an.",
        "Le musée montre des photographies anciennes de {region}.",
        "Le tribunal a relaxé le prévenu sur un point.",
        "L'hôpital embauche {small} infirmiers.",
        "La proposition sera examinée {weekday}.",
    ),
)  # fmt: skip

FRENCH = Language(
    topics={
        "flood": _FLOOD, "wildfire": _WILDFIRE, "rail": _RAIL, "protest": _PROTEST, "explosion": _EXPLOSION,
        "football": _DAILY, "festival": _DAILY, "council": _DAILY, "economy": _DAILY, "court": _DAILY, "health": _DAILY,
    },
    common=(
        "« Nous n'avons jamais vu cela », dit {witness}, de {town}.",
        "{mayor}, maire de {place}, a présenté ses condoléances aux familles.",
        "{minister}, ministre de l'intérieur, s'est rendu à {place} et a promis une aide rapide.",
        "{chief}, qui dirige les secours, s'attend à une nuit difficile.",
        "Trois jours de deuil ont été décrétés dans le pays, {country}.",
        "Le parquet de {place} a ouvert une enquête sur les causes.",
        "{agency} a envoyé des tentes, des vivres et des médicaments.",
        "En {past}, un drame semblable avait déjà frappé la région.",
        "Les hôpitaux de {place} ont rappelé leur personnel.",
        "« Quelqu'un doit expliquer pourquoi personne ne nous a prévenus », dit {witness2}.",
        "Des pays voisins ont proposé leur aide, dont des spécialistes de {elsewhere}.",
        "La police demande de laisser libres les routes vers {town}.",
    ),
    months=("janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre"),
    date_forms=("{day} {month} {year}", "{day:02}/{number}/{year}"),
    words={
        "home": "Accueil", "world": "Monde", "local": "Région", "politics": "Politique", "sport": "Sport", "culture": "Culture", "business": "Économie",
        "archive": "Archives", "about": "Qui sommes-nous", "contact": "Contact", "weather": "Météo", "calendar": "Agenda", "related": "Sur le même sujet",
        "latest": "Dernières nouvelles", "read": "Les plus lus", "elsewhere": "Ailleurs sur le web", "tags": "Sujets", "share": "Partager", "comments": "Commentaires",
        "cookies": "Nous et nos partenaires utilisons des cookies pour faire fonctionner ce site, mesurer son audience et afficher de la publicité.",
        "accept": "Tout accepter", "advert": "Publicité", "by": "Par", "published": "Publié le", "rights": "Tous droits réservés.", "next": "Page suivante",
        "previous": "Article précédent", "following": "Article suivant", "today": "Aujourd'hui", "print": "Imprimer", "more": "Lire la suite",
    },
    countries={
        "Spain": "Espagne", "Belgium": "Belgique", "Greece": "Grèce", "Italy": "Italie", "United Kingdom": "Royaume-Uni", "Georgia": "Géorgie",
        "Netherlands": "Pays-Bas", "Australia": "Australie", "Germany": "Allemagne", "Poland": "Pologne", "India": "Inde", "Turkey": "Turquie",
        "Slovenia": "Slovénie", "South Africa": "Afrique du Sud", "Ireland": "Irlande", "Japan": "Japon", "United States": "États-Unis",
    },
)  # fmt: skip
