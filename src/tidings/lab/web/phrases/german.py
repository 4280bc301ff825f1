"""The German phrases: fewer than the English ones, used by a few sites."""

from __future__ import annotations

from tidings.lab.web.phrases.grammar import Language, Topic

_FLOOD = Topic(
    "hochwasser",
    ("Hochwasser in {place}: Zahl der Toten steigt auf {dead}", "Überschwemmung in {town}: Helfer suchen Vermisste", "Warum die Flutwarnung zu spät kam", "Der {river} tritt über die Ufer", "Schlamm und Trümmer in {town2}"),
    (
        "Starkregen hat in {place} Straßen in Flüsse verwandelt.",
        "Der {river} stieg in der Nacht um mehr als {small} Meter und trat bei {town} über die Ufer.",
        "Mindestens {dead} Menschen starben durch das Hochwasser, teilte die Regierung der Region {region} mit.",
        "Rettungskräfte holten {injured} Bewohner mit Booten von den Dächern.",
        "In {town2} stand die Flut bis zum ersten Stock der Häuser.",
        "Der Wetterdienst hatte die höchste Warnstufe ausgerufen, doch die Sirenen schwiegen.",
        "Zwei Brücken über den {river} wurden von der Strömung mitgerissen.",
        "Freiwillige schaufeln Schlamm aus Kellern und Küchen.",
        "Der Damm oberhalb von {town} musste Wasser ablassen.",
        "{big} Haushalte sind nach der Überschwemmung ohne Trinkwasser.",
    ),
)  # fmt: skip
_WILDFIRE = Topic(
    "waldbrand",
    ("Waldbrand bei {place}: Tausende fliehen", "Feuerwehr kämpft gegen Flammen über {town}", "Rauch über {town2}", "Wie das Feuer von {place} begann", "Rückkehr in die Asche"),
    (
        "Der Waldbrand brach in den {hills} aus und rückt auf {place} vor.",
        "Die Flammen haben {big} Hektar Wald zwischen {town} und {town2} vernichtet.",
        "{injured} Häuser brannten nieder, mindestens {dead} Menschen starben.",
        "Löschflugzeuge warfen bis zum Abend Wasser über der Feuerfront ab.",
        "Dichter Rauch zieht bis nach {town2}.",
        "Wochenlange Trockenheit und Wind fachen das Feuer an.",
        "Die Behörden ordneten die Räumung mehrerer Ortsteile von {place} an.",
        "Als Ursache gelten ein Blitz oder ein Lagerfeuer.",
        "In der ganzen Region {region} ist offenes Feuer verboten.",
        "Feuerwehrleute schlugen mit Planierraupen Schneisen in den Wald.",
    ),
)  # fmt: skip
_RAIL = Topic(
    "zugunglueck",
    ("Zugunglück bei {place}: {dead} Tote", "Züge stoßen vor {town} zusammen", "Signalfehler vermutet", "Überlebende berichten", "Strecke über {town2} bleibt gesperrt"),
    (
        "Ein Personenzug aus {place} ist bei {town} mit einem Güterzug zusammengestoßen.",
        "{dead} Fahrgäste starben, {injured} wurden bei dem Zugunglück verletzt.",
        "Drei Waggons entgleisten und rutschten die Böschung zum {river} hinab.",
        "Ermittler vermuten einen Fehler am Signal von {town2}.",
        "Der Fahrtenschreiber der Lokomotive wird ausgewertet.",
        "Die Strecke ist auf {small} Kilometern eingleisig.",
        "Rettungskräfte schnitten Verletzte aus dem vorderen Waggon.",
        "Zwischen {town} und {town2} fahren Busse.",
        "Die Gewerkschaft der Eisenbahner hatte vor Mängeln am Gleis gewarnt.",
        "Kräne heben die entgleisten Wagen von der Trasse.",
    ),
)  # fmt: skip
_PROTEST = Topic(
    "proteste",
    ("Tausende protestieren in {place}", "Polizei setzt Wasserwerfer ein", "Opposition fordert Neuwahl", "Studenten streiken in {town}", "Was die Demonstranten in {place} wollen"),
    (
        "Zehntausende Demonstranten füllten den Hauptplatz von {place}.",
        "Die Proteste begannen nach der umstrittenen Wahl.",
        "Die Polizei setzte Tränengas und Wasserwerfer gegen die Menge ein.",
        "Mindestens {injured} Menschen wurden festgenommen, {dead} schwer verletzt.",
        "Die Opposition wirft der Regierung Fälschung der Stimmen in {town} vor.",
        "Wahlbeobachter berichteten von fehlenden Stimmzetteln.",
        "Studenten aus {town2} schlossen sich dem Marsch an.",
        "Ein Generalstreik legte Märkte und Busse in {place} lahm.",
        "Bereitschaftspolizei sperrte die Brücken über den {river}.",
        "Die Demonstranten fordern Neuwahlen und die Freilassung der Gefangenen.",
    ),
)  # fmt: skip
_EXPLOSION = Topic(
    "explosion",
    ("Explosion im Hafen von {place}: {dead} Tote", "Druckwelle zerstört Fenster in {town}", "Chemielager brennt", "Was lagerte in der Halle?", "Rauchwolke zieht nach {town2}"),
    (
        "Eine Explosion hat ein Chemielager im Hafen von {place} zerstört.",
        "{dead} Hafenarbeiter starben, {injured} Menschen wurden verletzt.",
        "Die Druckwelle war noch in {big} Kilometern Entfernung zu hören.",
        "Eine schwarze Rauchwolke zog in Richtung {town}.",
        "Die Bewohner von {town2} sollen Fenster und Türen geschlossen halten.",
        "Prüfer hatten die Lagerung von Ammoniumnitrat beanstandet.",
        "Die Feuerwehr kühlte benachbarte Tanks {hours} Stunden lang.",
        "Taucher suchen im Hafenbecken nach Vermissten.",
        "Schweißarbeiten könnten die Explosion ausgelöst haben.",
        "Staatsanwälte beschlagnahmten Unterlagen des Betreibers in {place}.",
    ),
)  # fmt: skip
_DAILY = Topic(
    "alltag",
    ("Stadtrat von {place} beschließt Haushalt", "Neue Straßenbahn nach {town}", "Festspiele in {place} eröffnet", "{place} gewinnt in der Nachspielzeit", "Mieten in {town2} steigen", "Klinik in {place} sucht Pfleger"),
    (
        "Der Stadtrat von {place} stimmte nach langer Debatte zu.",
        "{mayor} will die Innenstadt am Wochenende für Autos sperren.",
        "Die Straßenbahn nach {town} wird teurer als geplant.",
        "Die Mannschaft aus {town2} siegte mit zwei Toren Vorsprung.",
        "Zur Eröffnung der Festspiele kamen {big} Besucher.",
        "Händler in {place} hoffen auf ein gutes Geschäft.",
        "Die Schule in {town2} bekommt ein neues Dach.",
        "Die Mieten stiegen im vergangenen Jahr um {small} Prozent.",
        "Im Museum sind Fotografien aus der Region {region} zu sehen.",
        "Das Gericht sprach den Angeklagten in einem Punkt frei.",
        "Die Klinik stellt {small} Pflegekräfte ein.",
        "Über den Antrag wird am {weekday} abgestimmt.",
    ),
)  # fmt: skip

GERMAN = Language(
    topics={
        "flood": _FLOOD, "wildfire": _WILDFIRE, "rail": _RAIL, "protest": _PROTEST, "explosion": _EXPLOSION,
        "football": _DAILY, "festival": _DAILY, "council": _DAILY, "economy": _DAILY, "court": _DAILY, "health": _DAILY,
    },
    common=(
        "„So etwas haben wir noch nie erlebt“, sagte {witness} aus {town}.",
        "{mayor}, Oberhaupt der Stadt {place}, sprach den Angehörigen das Beileid aus.",
        "Innenminister {minister} reiste nach {place} und versprach rasche Hilfe.",
        "Einsatzleiter {chief} rechnet mit einer schwierigen Nacht.",
        "Die Regierung von {country} ordnete drei Tage Staatstrauer an.",
        "Die Staatsanwaltschaft in {place} ermittelt zur Ursache.",
        "{agency} schickte Zelte, Lebensmittel und Medikamente.",
        "Schon im Jahr {past} hatte ein ähnliches Unglück die Region getroffen.",
        "Die Krankenhäuser in {place} riefen Personal aus dem Urlaub zurück.",
        "„Jemand muss erklären, warum uns niemand gewarnt hat“, sagte {witness2}.",
        "Nachbarländer boten Hilfe an, darunter Fachleute aus {elsewhere}.",
        "Die Polizei bittet, die Straßen nach {town} freizuhalten.",
    ),
    months=("Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember"),
    date_forms=("{day}. {month} {year}", "{day:02}.{number}.{year}"),
    words={
        "home": "Startseite", "world": "Welt", "local": "Lokales", "politics": "Politik", "sport": "Sport", "culture": "Kultur", "business": "Wirtschaft",
        "archive": "Archiv", "about": "Über uns", "contact": "Kontakt", "weather": "Wetter", "calendar": "Termine", "related": "Mehr zum Thema",
        "latest": "Neueste Meldungen", "read": "Meistgelesen", "elsewhere": "Aus dem Netz", "tags": "Themen", "share": "Teilen", "comments": "Kommentare",
        "cookies": "Wir und unsere Partner verwenden Cookies, um diese Seite zu betreiben, Reichweiten zu messen und Werbung zu zeigen.",
        "accept": "Alle annehmen", "advert": "Anzeige", "by": "Von", "published": "Veröffentlicht", "rights": "Alle Rechte vorbehalten.", "next": "Nächste Seite",
        "previous": "Voriger Artikel", "following": "Nächster Artikel", "today": "Heute", "print": "Seite drucken", "more": "Weiterlesen",
    },
    countries={
        "Spain": "Spanien", "Belgium": "Belgien", "Canada": "Kanada", "Greece": "Griechenland", "Italy": "Italien", "United Kingdom": "Großbritannien",
        "Georgia": "Georgien", "Netherlands": "Niederlande", "Australia": "Australien", "France": "Frankreich", "Germany": "Deutschland", "Poland": "Polen",
        "Bangladesh": "Bangladesch", "India": "Indien", "Turkey": "Türkei", "Slovenia": "Slowenien", "South Africa": "Südafrika", "Ireland": "Irland",
    },
)  # fmt: skip
