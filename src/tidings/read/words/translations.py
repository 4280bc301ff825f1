"""Common words of reports on events in seven languages, written by hand; one line for each meaning.

A line has English, German, French, Spanish, Italian, Portuguese and Dutch words, separated by bars; several words of a
language by blanks. Indented lines continue the line before.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "nl")

_TABLE = """
flood|Hochwasser Überschwemmung Flut|inondation crue|inundación crecida|alluvione inondazione|
    inundação cheia enchente|overstroming
river|Fluss|rivière fleuve|río|fiume|rio|rivier
rain|Regen|pluie|lluvia|pioggia|chuva|regen
water|Wasser|eau|agua|acqua|água|water
dam|Damm Staudamm|barrage|presa|diga|barragem|dam
dike levee|Deich|digue|dique|argine|dique|dijk
bridge|Brücke|pont|puente|ponte|ponte|brug
earthquake quake|Erdbeben Beben|séisme tremblement|terremoto sismo|terremoto sisma|terremoto sismo|aardbeving
aftershock|Nachbeben|réplique|réplica|scossa|réplica|naschok
magnitude|Magnitude|magnitude|magnitud|magnitudo|magnitude|magnitude
rubble debris|Trümmer|décombres débris|escombros|macerie|escombros|puin
storm|Sturm Unwetter|tempête orage|tormenta|tempesta|tempestade|storm
hurricane cyclone typhoon|Hurrikan Zyklon Taifun|ouragan cyclone typhon|huracán ciclón tifón|
    uragano ciclone tifone|furacão ciclone tufão|orkaan cycloon tyfoon
wind|Wind|vent|viento|vento|vento|wind
landslide|Erdrutsch|glissement|deslizamiento deslave|frana|deslizamento|aardverschuiving
volcano|Vulkan|volcan|volcán|vulcano|vulcão|vulkaan
eruption|Ausbruch|éruption|erupción|eruzione|erupção|uitbarsting
ash|Asche|cendre|ceniza|cenere|cinza|as
wildfire|Waldbrand|incendie|incendio|incendio|incêndio|bosbrand
fire blaze|Feuer Brand|feu incendie|fuego incendio|fuoco incendio|fogo incêndio|brand vuur
smoke|Rauch|fumée|humo|fumo|fumaça|rook
flame|Flamme|flamme|llama|fiamma|chama|vlam
forest|Wald|forêt|bosque|foresta bosco|floresta|bos
firefighter|Feuerwehr Feuerwehrleute|pompier|bombero|pompiere|bombeiro|brandweer
drought|Dürre|sécheresse|sequía|siccità|seca|droogte
outbreak epidemic|Epidemie Seuche|épidémie|epidemia brote|epidemia|epidemia surto|epidemie
virus|Virus|virus|virus|virus|vírus|virus
infection|Infektion|infection|infección|infezione|infecção|infectie
vaccine|Impfstoff|vaccin|vacuna|vaccino|vacina|vaccin
hospital|Krankenhaus|hôpital|hospital|ospedale|hospital|ziekenhuis
patient|Patient|patient|paciente|paziente|paciente|patiënt
doctor|Arzt|médecin|médico|medico|médico|arts
explosion blast|Explosion|explosion|explosión|esplosione|explosão|explosie ontploffing
bomb bombing|Bombe Bombenanschlag|bombe attentat|bomba atentado|bomba attentato|bomba atentado|bom
attack|Angriff Anschlag|attaque attentat|ataque atentado|attacco attentato|ataque atentado|aanval aanslag
terrorist|Terrorist|terroriste|terrorista|terrorista|terrorista|terrorist
shooting gunfire|Schießerei Schüsse|fusillade tirs|tiroteo|sparatoria|tiroteio|schietpartij
gunman shooter|Schütze Attentäter|tireur|tirador|attentatore|atirador|schutter
hostage|Geisel|otage|rehén|ostaggio|refém|gijzelaar
war|Krieg|guerre|guerra|guerra|guerra|oorlog
army troops|Armee Truppen|armée troupes|ejército tropas|esercito truppe|exército tropas|leger troepen
ceasefire|Waffenruhe|trêve|tregua|tregua|trégua|wapenstilstand
protest demonstration|Protest Demonstration|manifestation|protesta manifestación|protesta manifestazione|
    protesto manifestação|protest betoging
demonstrator protester|Demonstrant|manifestant|manifestante|manifestante|manifestante|demonstrant betoger
strike|Streik|grève|huelga|sciopero|greve|staking
riot unrest|Unruhen Krawall|émeute|disturbio|disordini|tumulto|rellen
police|Polizei|police|policía|polizia|polícia|politie
government|Regierung|gouvernement|gobierno|governo|governo|regering
parliament|Parlament|parlement|parlamento|parlamento|parlamento|parlement
opposition|Opposition|opposition|oposición|opposizione|oposição|oppositie
election|Wahl|élection|elección|elezione|eleição|verkiezing
vote ballot|Stimme Abstimmung|vote scrutin|voto votación|voto votazione|voto votação|stem stemming
president|Präsident|président|presidente|presidente|presidente|president
minister|Minister|ministre|ministro|ministro|ministro|minister
mayor|Bürgermeister|maire|alcalde|sindaco|prefeito|burgemeester
train|Zug|train|tren|treno|trem comboio|trein
railway rail|Eisenbahn Bahn|chemin rail ferroviaire|ferrocarril ferroviario|ferrovia ferroviario|
    ferrovia ferroviário|spoorweg spoor
derailed derailment|entgleist Entgleisung|déraillement déraillé|descarrilamiento descarrilado|
    deragliamento deragliato|descarrilamento descarrilado|ontsporing ontspoord
carriage|Waggon Wagen|wagon voiture|vagón|vagone carrozza|vagão|wagon
signal|Signal|signal|señal|segnale|sinal|sein
passenger|Passagier Fahrgast|passager|pasajero|passeggero|passageiro|passagier
crash collision|Absturz Zusammenstoß Kollision|accident collision|choque colisión accidente|
    scontro collisione schianto|colisão acidente|botsing crash
accident|Unfall Unglück|accident|accidente|incidente|acidente|ongeluk ongeval
plane aircraft|Flugzeug|avion|avión|aereo|avião|vliegtuig
ship|Schiff|navire bateau|barco buque|nave|navio|schip
port harbour|Hafen|port|puerto|porto|porto|haven
airport|Flughafen|aéroport|aeropuerto|aeroporto|aeroporto|luchthaven
factory plant|Fabrik Werk|usine|fábrica planta|fabbrica|fábrica|fabriek
warehouse depot|Lagerhalle Lager|entrepôt dépôt|almacén depósito|magazzino deposito|armazém depósito|magazijn depot
chemical|Chemikalie chemisch|chimique|químico|chimico|químico|chemisch
victim|Opfer|victime|víctima|vittima|vítima|slachtoffer
dead killed|Tote getötet|mort tué|muerto fallecido|morto ucciso|morto|dode gedood
injured wounded|verletzt Verletzte|blessé|herido|ferito|ferido|gewond gewonde
missing|vermisst Vermisste|disparu|desaparecido|disperso|desaparecido|vermist
survivor|Überlebende|survivant|sobreviviente superviviente|sopravvissuto|sobrevivente|overlevende
rescue rescuer|Rettung Retter|secours sauvetage|rescate rescatista|soccorso salvataggio|resgate|redding
evacuation evacuated|Evakuierung evakuiert|évacuation évacué|evacuación evacuado|evacuazione evacuato|
    evacuação evacuado|evacuatie geëvacueerd
shelter|Notunterkunft Unterkunft|refuge abri|refugio albergue|rifugio|abrigo|opvang
refugee|Flüchtling|réfugié|refugiado|rifugiato profugo|refugiado|vluchteling
camp|Lager|camp|campamento|campo|campo acampamento|kamp
aid relief|Hilfe|aide|ayuda|aiuto|ajuda|hulp
emergency|Notfall Notstand|urgence|emergencia|emergenza|emergência|noodtoestand
damage|Schaden|dégât|daño|danno|dano|schade
house home|Haus|maison|casa|casa|casa|huis
school|Schule|école|escuela|scuola|escola|school
court trial|Gericht Prozess|tribunal procès|tribunal juicio|tribunale processo|tribunal julgamento|rechtbank proces
match|Spiel|match|partido|partita|partida jogo|wedstrijd
final|Finale|finale|final|finale|final|finale
team|Mannschaft|équipe|equipo|squadra|equipe time|ploeg
stadium|Stadion|stade|estadio|stadio|estádio|stadion
festival|Festival|festival|festival|festival|festival|festival
climate|Klima|climat|clima|clima|clima|klimaat
summit|Gipfel|sommet|cumbre|vertice|cúpula cimeira|top
agreement deal|Abkommen|accord|acuerdo|accordo|acordo|akkoord
"""


@cache
def translations(source: str, target: str) -> Mapping[str, tuple[str, ...]]:
    """Return the words of one language, in small letters, each with its equivalents in another."""
    if source == target or not {source, target} <= set(LANGUAGES):
        return {}
    found: dict[str, tuple[str, ...]] = {}
    for line in _TABLE.replace("\n    ", "").strip().splitlines():
        columns = dict(zip(LANGUAGES, line.lower().split("|"), strict=True))
        equivalents = tuple(columns[target].split())
        for word in columns[source].split():
            found[word] = tuple(dict.fromkeys((*found.get(word, ()), *equivalents)))
    return found
