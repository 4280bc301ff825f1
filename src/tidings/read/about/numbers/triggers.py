"""Words that say what a number counts, in six languages; it reads no text."""

from __future__ import annotations

import re

from tidings.model import COUNTED

DEAD, INJURED, MISSING, DISPLACED, AFFECTED, DESTROYED = COUNTED

_NOUNS = {
    "en": {
        DEAD: r"dead|deaths?|fatalit(?:y|ies)|death toll|toll|corpses|bodies(?= (?:were |have been |had been |was )?(?:recovered|found|pulled|retrieved|discovered|identified))|lives (?:were |have been |had been )?(?:lost|claimed|taken)",
        INJURED: r"injured|wounded|injuries|hurt|casualties",
        MISSING: r"missing|unaccounted for|disappeared",
        DISPLACED: r"displaced|homeless|evacuees|refugees|idps|without (?:a )?homes?",
        AFFECTED: r"affected",
    },
    "es": {
        DEAD: r"muert[oa]s?|fallecid[oa]s?|muertes|fallecimientos|víctimas mortales|víctimas fatales|cadáver(?:es)?|cuerpos(?= (?:fueron|han|sin vida|de víctimas|recuperados|hallados|rescatados))|decesos",
        INJURED: r"herid[oa]s?|lesionad[oa]s?",
        MISSING: r"desaparecid[oa]s?",
        DISPLACED: r"desplazad[oa]s?|evacuad[oa]s?|refugiad[oa]s?|sin (?:hogar|techo|vivienda|casa)",
        AFFECTED: r"afectad[oa]s?|damnificad[oa]s?",
    },
    "fr": {
        DEAD: r"morte?s?|décès|victimes mortelles|corps(?= (?:ont|sans vie|sous))|cadavres?|décédée?s?|tuée?s?",
        INJURED: r"blessée?s?",
        MISSING: r"disparue?s?",
        DISPLACED: r"déplacée?s?|évacuée?s?|réfugiée?s?|sans[- ]abris?|sans domicile",
        AFFECTED: r"sinistrée?s?|affectée?s?|touchée?s?",
    },
    "de": {
        DEAD: r"tote[nr]?|todesopfer[ns]?|todesfälle|leichen?|opfer",
        INJURED: r"(?:leicht|schwer)?verletzte[nr]?",
        MISSING: r"vermisste[nr]?",
        DISPLACED: r"vertriebene[nr]?|obdachlose?[nr]?|evakuierte[nr]?",
        AFFECTED: r"betroffene[nr]?",
    },
    "pt": {
        DEAD: r"mort[oa]s?|mortes|óbitos|corpos(?= (?:foram|sem vida))|vítimas fatais",
        INJURED: r"ferid[oa]s?",
        MISSING: r"desaparecid[oa]s?",
        DISPLACED: r"desabrigad[oa]s?|desalojad[oa]s?|deslocad[oa]s?|evacuad[oa]s?|refugiad[oa]s?",
        AFFECTED: r"afetad[oa]s?|atingid[oa]s?",
    },
    "it": {
        DEAD: r"mort[oie]|vittime|decessi|cadaveri|corpi(?= (?:sono|senza vita))",
        INJURED: r"ferit[oaie]",
        MISSING: r"dispers[oaie]|scompars[oaie]",
        DISPLACED: r"sfollat[oaie]|evacuat[oaie]|sfollamenti|senzatetto|profughi",
        AFFECTED: r"colpit[oaie]|terremotati|alluvionati",
    },
}
"""Nouns and participles that stand behind their number, or before it with words such as "rose to"."""

_VERBS = {
    "en": {
        DEAD: r"kill(?:s|ed|ing)?|dies?|died|dying|perish(?:ed|es)?|drown(?:ed|s)?|los(?:t|e|ing) their lives|slain|claim(?:s|ed|ing)?(?=(?: \S+){0,6} lives\b)|claim(?:s|ed|ing)? the lives of|tak(?:es|en|ing) the lives of|cost(?:s|ing)? the lives of|(?:lost|cost|took)(?=(?: \S+){0,5} lives\b)|(?:recover|retriev|discover|pull)(?:ed|s)(?=(?: \S+){0,4} bodies\b)|found(?=(?: \S+){0,4} bodies\b)",
        INJURED: r"injur(?:es|ed|ing)|wound(?:s|ed|ing)?|hurt(?:s|ing)?|with injuries",
        MISSING: r"missing",
        DISPLACED: r"displac(?:es|ed|ing)|evacuat(?:es|ed|ing)|fled|flee(?:s|ing)?|forced from their homes|uproot(?:ed|ing)|(?:lost|lose|losing) their homes?|(?:left|leave|leaving) their homes",
        AFFECTED: r"affect(?:s|ed|ing)?",
        DESTROYED: r"destroy(?:s|ed|ing)?|flatten(?:s|ed|ing)?|wash(?:ed|ing) away|razed|burn(?:ed|t) down",
    },
    "es": {
        DEAD: r"muri(?:ó|eron)|mueren?|fallec(?:ió|ieron|e|en)|falleciendo|mat(?:ó|aron|ando|ado|a)|perdieron la vida|pierden la vida|perdido la vida|cobró la vida de|cobrado la vida de|cobr(?:ó|ado|ando)(?=(?: \S+){0,4} vidas\b)|la vida de|la vida a|(?:hall|recuper|encontr|rescat)(?:ó|aron|ado)(?=(?: \S+){0,4} cuerpos\b)|la muerte de|la muerte a|se ahog(?:ó|aron)|ahogad[oa]s|pereci(?:ó|eron)",
        INJURED: r"hiri(?:ó|eron|endo)|heridas a|lesion(?:ó|aron)|sufrieron (?:heridas|lesiones)|sufrió (?:heridas|lesiones)",
        MISSING: r"desaparec(?:ió|ieron|en)",
        DISPLACED: r"desplaz(?:ó|aron|ando|ado)|evacu(?:ó|aron|ar|ado|a|an)|huyeron|huyen|huir|perdieron (?:sus|su) (?:casas?|viviendas?|hogar(?:es)?)|abandonar (?:sus|su) (?:casas?|viviendas?|hogar(?:es)?)|abandonaron (?:sus|su) (?:casas?|viviendas?|hogar(?:es)?)",
        AFFECTED: r"afect(?:ó|aron|a|an|ado|ando|ar)",
        DESTROYED: r"destruy(?:ó|eron|en|e|endo)|destruid[oa]s?|arras(?:ó|aron)",
    },
    "fr": {
        DEAD: r"tuée?s?|tu(?:e|ent|ant)|(?:est|sont) morte?s?|décédée?s?|péri|meurent|meurt|coûté la vie à|coûtant la vie à|coûte la vie à|la vie de|perdu la vie|perdent la vie|la mort de|noyée?s?|succombé|(?:retrouvé|découvert|repêché|extrait|récupéré)(?=(?: \S+){0,4} corps\b)",
        INJURED: r"blessée?s?|bless(?:e|ent|ant)",
        MISSING: r"portée?s? disparue?s?|disparue?s?",
        DISPLACED: r"déplacée?s?|déplac(?:e|ent|ant)|évacuée?s?|évacu(?:e|ent|ant|er)|fui|fuient|fuir|perdu (?:leurs?|son) (?:maisons?|domiciles?|logements?)|quitt(?:é|er|ent) leurs? (?:maisons?|domiciles?|logements?|foyers?)",
        AFFECTED: r"touchée?s?|touch(?:e|ent|ant)|affectée?s?|affect(?:e|ent|ant)",
        DESTROYED: r"détrui(?:te?s?|sent|sant)|ravagée?s?|rasée?s?",
    },
    "de": {
        DEAD: r"getötet|töte(?:t|te|ten)|starb(?:en)?|sterben|stirbt|gestorben|ums leben|ertr(?:ank(?:en)?|unken)|verlor(?:en)?(?=[^.]{0,60} ihr leben)|ihr leben|das leben von|zu tode|in den tod|umgekommen|tot|kostete(?=[^.]{0,40} (?:das )?leben)",
        INJURED: r"verletzt(?:e|en)?|verwundet(?:e|en)?|verletzungen",
        MISSING: r"vermisst",
        DISPLACED: r"vertrieben|vertrieb|evakuiert(?:e|en)?|obdachlos|auf der flucht|floh(?:en)?|fliehen|geflohen|geflüchtet|flüchteten|in sicherheit gebracht|ihre? (?:häuser|häusern|wohnungen|zuhause|heimat|haus|wohnung|obdach) (?:verlassen|verloren)",
        AFFECTED: r"betroffen|betrifft|traf(?:en)?|getroffen",
        DESTROYED: r"zerstör(?:t|te|ten)|weggespült|abgebrannt|niedergebrannt",
    },
    "pt": {
        DEAD: r"morreu|morreram|morrem|mat(?:ou|aram|ando|a)|faleceu|faleceram|perderam a vida|a morte de|a vida de|afogaram|afogad[oa]s",
        INJURED: r"feriu|feriram|ferindo|ficaram ferid[oa]s",
        MISSING: r"desapareceu|desapareceram",
        DISPLACED: r"deslocou|deslocaram|evacu(?:ou|aram|ar)|retirad[oa]s|fugiram|perderam (?:suas|as) casas|deixar (?:suas|as) casas|deixaram (?:suas|as) casas",
        AFFECTED: r"afet(?:ou|aram|a|am|ando)|ating(?:iu|iram|e|indo)",
        DESTROYED: r"destru(?:iu|íram|indo|ída?s?|ídos?)",
    },
    "it": {
        DEAD: r"ucci(?:so|se|si|sa|dendo|de|dono)|sono mort[ie]|è mort[oa]|muoiono|morirono|ha perso la vita|hanno perso la vita|perso la vita|la morte di|la vita a|annegat[oaie]",
        INJURED: r"feri(?:ti|te|to|ta|sce|scono|rono|to)|ferendo",
        MISSING: r"risultano dispers[ie]",
        DISPLACED: r"evacuat[oaie]|costrett[oaie] a (?:lasciare|fuggire)|fuggit[oaie]|in fuga",
        AFFECTED: r"colpit[oaie]|ha colpito|coinvolt[oaie]",
        DESTROYED: r"distrutt[oaie]|distrugg(?:endo|e)",
    },
}
"""Verbs, which stand before or behind their number."""

_LINKS = {
    "en": "rose rises risen climbed climbs jumped to at stands stood reached reaches hit hits passed is was were now includes : put as exceeded topped surpassed",
    "es": "a ascendió asciende ascienden subió sube llegó llega es de son aumentó aumenta elevó eleva elevaron pasó alcanzó supera superó :",
    "fr": "à est de passé passe monté monte élève s'élève atteint grimpe grimpé porté dépasse dépassé : sont",
    "de": "auf stieg steigt gestiegen liegt lag bei erhöhte erhöht sich ist mit beträgt : bezifferten überschritt",
    "pt": "para a subiu sobe chegou chega é de são aumentou passou :",
    "it": "a sale salito salgono è di sono raggiunge raggiunto supera :",
}
LINKS = {language: frozenset(words.split()) for language, words in _LINKS.items()}
"""Words between a noun and the number behind it: the toll rose to 45."""

_NOT_BEFORE = {
    "en": "could would might can cannot no not never without none if nobody may should potentially threatens threatened threaten",
    "es": "podría podrían puede pueden no ni sin nunca ningún ninguna si nadie",
    "fr": "pourrait pourraient peut peuvent aucun aucune sans si ne n risque risquent",
    "de": "könnte könnten kann können kein keine keinen nicht ohne falls wenn nie niemand",
    "pt": "poderia poderiam pode podem não nem sem nenhum nenhuma se ninguém",
    "it": "potrebbe potrebbero può possono non senza nessun nessuno nessuna se",
}
DENIALS = {language: frozenset(words.split()) for language, words in _NOT_BEFORE.items()}
"""Words that make a report a forecast, a condition or a denial."""

_PARTS = {
    "en": "including among", "es": "incluidos incluyendo incluidas entre", "fr": "dont parmi notamment",
    "de": "darunter davon inklusive", "pt": "incluindo entre", "it": "tra fra compresi inclusi cui",
}  # fmt: skip
PARTS = {language: frozenset(words.split()) for language, words in _PARTS.items()}
"""Words before a number that is part of another."""
_OF_THEM = {
    "en": "of them/of whom/of which/of the", "es": "de ellos/de ellas/de los cuales/de las cuales/de los/de las",
    "fr": "d entre eux/d entre elles/des", "de": "davon/von ihnen/der", "pt": "deles/delas/dos quais/das quais",
    "it": "di loro/di cui/dei quali/delle quali",
}  # fmt: skip
OF_THEM = {
    language: [tuple(phrase.split()) for phrase in phrases.split("/")]
    for language, phrases in _OF_THEM.items()
}
"""Words behind a number that is part of another."""

_CONJUNCTIONS = {
    "en": "and but while with",
    "es": "y e pero mientras con",
    "fr": "et mais tandis",
    "de": "und aber während sowie",
    "pt": "e mas enquanto",
    "it": "e ed ma mentre",
}
CONJUNCTIONS = {language: frozenset(words.split()) for language, words in _CONJUNCTIONS.items()}

_PEOPLE = {
    "en": "people persons person residents civilians passengers children women men others inhabitants villagers families households migrants refugees individuals victims workers students students soldiers tourists homeowners patients members population citizens victims",
    "es": "personas persona habitantes residentes civiles pasajeros niños mujeres hombres otros otras familias hogares migrantes vecinos pobladores ciudadanos víctimas menores trabajadores estudiantes",
    "fr": "personnes personne habitants résidents civils passagers enfants femmes hommes autres familles foyers ménages migrants riverains villageois citoyens victimes",
    "de": "menschen mensch personen person einwohner einwohnern bewohner bewohnern anwohner anwohnern zivilisten passagiere fahrgäste kinder frauen männer weitere weiteren familien haushalte flüchtlinge migranten bürger opfer",
    "pt": "pessoas pessoa moradores habitantes civis passageiros crianças mulheres homens outros outras famílias migrantes vítimas",
    "it": "persone persona abitanti residenti civili passeggeri bambini donne uomini altri altre famiglie migranti vittime cittadini",
}
PEOPLE = {language: frozenset(words.split()) for language, words in _PEOPLE.items()}
"""Nouns for people, and words that stand for them."""

_UNITS = {
    "families": "families family households familias familia hogares familles famille foyers ménages familien familie haushalte famílias família famiglie famiglia",
    "houses": "houses house homes home dwellings buildings structures huts viviendas vivienda casas casa hogares edificios maisons maison logements bâtiments habitations häuser haus häusern gebäude wohnungen wohnhäuser casas edifícios moradias residências case abitazioni edifici",
    "children": "children child niños menores enfants kinder crianças bambini",
}
UNITS = {word: unit for unit, words in _UNITS.items() for word in words.split()}
"""What is counted, if it is not people in general."""

_NEVER = """
    percent percentage % per cent pc ciento prozent cento pour-cent
    dollars dollar usd euros euro eur pounds pesos rupees yen francs rubles soles reais reales bolívares libras dólares cents jobs shares
    km kilometers kilometres kilometer kilometern kilometros kilómetros kilomètres miles mile meters metres meter metern metros mètres metri feet ft foot inches cm mm hectares hectáreas hektar acres tons tonnes toneladas tonnen kilos kg litres liters
    hours hour hrs minutes minute seconds days day weeks week months month years year decades decade old
    horas hora minutos minuto segundos días día semanas semana meses mes años año décadas
    heures heure h jours jour semaines semaine mois ans an années année
    stunden stunde uhr minuten tage tag tagen wochen woche monate monat monaten jahre jahr jahren jährige jähriger
    horas dias dia semanas meses anos ano ore giorni settimane mesi anni anno
    am pm a.m p.m o'clock gmt utc degrees grados degrés grad magnitude
    points goals games wins seats players jugadores joueurs spieler giocatori jogadores goles buts tore punkte puntos
    districts district provinces province provincias provincia villages village towns town cities city countries country municipalities regions states schools hospitals areas
    distritos municipios pueblos ciudades países regiones estados escuelas aldeas localidades comunidades
    départements communes villages villes pays régions écoles bezirke provinzen dörfer städte länder gemeinden regionen schulen
    vehicles cars flights animals cattle cows sheep goats pigs birds chickens customers votes companies times trees
    vehículos autos vuelos animales reses veces empresas véhicules vols animaux bêtes fois fahrzeuge autos flüge tiere rinder mal
    th st nd rd x
"""
NEVER = frozenset(_NEVER.split())
"""Words behind a number that counts no people."""
_AFTER = """
    per pro ages vs each every any this that cada chaque jede jeder jedes ogni highway route road flight section article number no nr nº n° aged age category magnitude level phase unit interstate page
    ruta artículo número edad carretera km vuelo autopista kilómetro magnitud rue autoroute vol âgé âgée
    autobahn bundesstraße strada articolo rodovia rua covid $ £ € ¥ ₹ us$ rs # chapter figure table room terminal
"""
NOT_AFTER = frozenset(_AFTER.split())
"""Words before a number that is a name, an age or a price."""


def _pattern(nouns: dict[str, str], verbs: dict[str, str]) -> re.Pattern[str]:
    groups = [f"(?P<{what}_verb>{words})" for what, words in verbs.items()]
    groups += [f"(?P<{what}_noun>{words})" for what, words in nouns.items()]
    return re.compile(rf"(?<![\w-])(?:{'|'.join(groups)})(?![\w-])")


PATTERNS = {language: _pattern(_NOUNS[language], _VERBS[language]) for language in _NOUNS}
"""Finds the words of a language; the name of the group says what they count and whether they are verbs."""

BEGINNINGS = {
    "en": "kill dead death die dying dies fatalit toll bodies corpse lives perish drown slain injur wound hurt casualt missing unaccounted disappear displac homeless evacu refugee idps fled flee uproot affect destroy flatten wash raze burn home",
    "es": "muer muri fallec víctimas cadáver cuerpos deceso vida mató mata herid hiri lesion desaparec desplaz evacu refugi sin huy huir afect damnific destru arras ahog pereci perd aband",
    "fr": "mort décès décéd victimes corps cadavre tué tue tuant bless dispar déplac évacu réfugi sans fui fuir sinistr affect touch péri meur vie noy succomb détrui ravag rasé maison domicile logement foyer",
    "de": "tote todes tod leiche opfer verletz vermiss vertrieb obdachlos evaku betroffen betrifft traf getroffen tötet starb sterb stirbt leben ertr umgekommen tot verwund flucht floh flieh geflohen flücht sicherheit verlassen verloren zerstör weggespült brannt",
    "pt": "mort óbito corpos vítimas vida ferid feri desaparec desabrig desaloj desloc evacu refugi afet ating morr mat falec afog fugi casas retirad destru",
    "it": "mort vittime decess cadaver corpi ferit feri dispers scompars sfoll evacu senzatetto profughi colpit terremotat alluvionat ucci muoi mori vita annegat fugg fuga distru coinvolt costrett",
}
"""The beginnings of all of these words, to find the few sentences that are worth a closer look."""
