"""Words and phrases that indicate a type of crisis, written by hand for the types a humanitarian desk needs; data only.

A sure term is hardly used for anything else, a good one mostly for this type, a weak one for other crises too.
"""

from __future__ import annotations

from typing import NamedTuple

from tidings.learn.types.more_vocabularies import (
    DUTCH,
    GERMAN,
    INDONESIAN,
    ITALIAN,
    POLISH,
    PORTUGUESE,
    TURKISH,
)


class Terms(NamedTuple):
    """The terms of one type in one language: words and word pairs, separated by commas."""

    sure: str
    good: str = ""
    weak: str = ""


ENGLISH = {
    "accident": Terms(
        "derailment, derailed, train crash, plane crash, helicopter crash, bus crash, car crash, building collapse, "
        "factory collapse, mine collapse, bridge collapse, industrial accident, gas explosion, plant explosion, "
        "refinery explosion, refinery fire, factory fire, nightclub fire, shipwreck, oil spill, chemical spill, "
        "stampede, crash site, road accident, train accident, aviation accident",
        "crash, crashed, explosion, exploded, collapse, collapsed, accident, blast, wreckage, capsized, collision, "
        "collided, sank, refinery, train, helicopter, aircraft, airliner, ferry, locomotive, "
        "carriage, pilot, crew, rubble, trapped, chemical leak, toxic",
        "fire, plant, factory, building, driver, safety, negligence, hazardous, burned, smoke, rail, passenger, bus",
    ),
    "drought": Terms(
        "drought, droughts, dry spell, water rationing, failed rains, parched",
        "water shortage, rain deficit, low rainfall, arid, reservoir level, crop failure, water scarcity",
        "irrigation, livestock, pasture, dry, reservoir, farmer, harvest, wells",
    ),
    "earthquake": Terms(
        "earthquake, quake, aftershock, magnitude, epicenter, epicentre, seismic, richter, tremor, temblor, seismologist, "
        "usgs, tsunami, foreshock, sismo, terremoto",
        "fault line, shook, shaking, shaken, tectonic, jolt, jolted",
        "struck, rubble, felt, collapsed, depth, damaged",
    ),
    "epidemic": Terms(
        "epidemic, outbreak, cholera, ebola, measles, pandemic, quarantine, malaria, dengue, zika, coronavirus, covid, "
        "influenza, meningitis, polio, contagion, typhoid, yellow fever, mpox, diphtheria, h1n1, sars virus, sars outbreak, sars epidemic, sars cov, mers virus, "
        "mers outbreak, mers cov",
        "infected, infection, virus, vaccine, vaccination, contagious, confirmed cases, contact tracing, disease, fever, "
        "transmission, pathogen, epidemiologist",
        "hospital, patients, symptoms, health ministry, deaths, treatment, clinic, cases",
    ),
    "extreme temperature": Terms(
        "heatwave, heat wave, cold wave, cold snap, extreme heat, extreme cold, record heat, record cold, heatstroke, "
        "hypothermia, frostbite, polar vortex, deep freeze, heat stroke, sweltering, cold spell",
        "scorching, freezing temperatures, subzero, high temperatures, low temperatures, bitter cold, wind chill, "
        "dehydration, heat advisory, record temperatures, freezing, frost",
        "temperature, celsius, fahrenheit, degrees, winter, summer, hot, cold, heat, snow",
    ),
    "flood/rain": Terms(
        "flood, flooding, flooded, floodwater, flood water, flash flood, inundated, inundation, torrential rain, heavy rain, "
        "monsoon, sandbags, river burst, burst banks, levee, swollen river, deluge, submerged, downpour, heavy rains",
        "rain, rainfall, rains, dam, water level, water rises, riverbank, drain, overflow, overflowed, flood victims, washed away",
        "river, creek, rising, water, evacuated, stranded, boat, rescue",
    ),
    "food insecurity": Terms(
        "famine, food insecurity, malnutrition, malnourished, starvation, starving, food crisis, food shortage, acute hunger, "
        "food insecure, hunger crisis, undernourished, food aid",
        "hunger, food prices, food assistance, food rations, nutrition, world food, wasting, food distribution",
        "harvest, hungry, crops, livestock, meals, food",
    ),
    "insect infestation": Terms(
        "locust, locusts, infestation, armyworm, swarm, swarms, desert locust, caterpillars, grasshoppers, "
        "crop pest, bark beetle, insect pest",
        "pest, insect, pesticide, insecticide, hoppers, breeding grounds, weevil, beetles",
        "crops, spraying, farmland, breeding",
    ),
    "mass movement": Terms(
        "landslide, mudslide, rockslide, avalanche, mudflow, rockfall, debris flow, land slide, mud slide, debris slide, "
        "landslip, landslides, snowslide, rock fall",
        "mud, hillside, slope, buried, slope failure, soil, boulders",
        "mountain, debris, swept, trapped, slid",
    ),
    "refugees": Terms(
        "refugee, refugees, asylum, unhcr, displaced people, internally displaced, displaced persons, asylum seekers, "
        "refugee camp, migrants, idps, resettlement, deportation",
        "displaced, displacement, migrant, migration, exodus, border crossing, smugglers, fled, persecution",
        "camp, border, flee, fleeing, crossing, stateless, shelter",
    ),
    "storm/tropical cyclone": Terms(
        "typhoon, hurricane, cyclone, tropical storm, tornado, storm surge, superstorm, super typhoon, blizzard, "
        "thunderstorm, hailstorm, twister, tropical depression, eye wall, hurricane season, landfall, supertyphoon",
        "storm, winds, gusts, wind speed, hail, gale, category five, windstorm, tropical cyclone, storm warning",
        "wind, weather, coastal, forecast, power outage, evacuated",
    ),
    "tension/dispute/conflict": Terms(
        "bombing, bombings, bomb, shooting, gunman, gunmen, terrorist, terrorism, terror attack, airstrike, air strike, "
        "shelling, ceasefire, militants, insurgents, rebels, massacre, suicide bomber, armed conflict, civil war, "
        "hostage, militia, coup, shooter, mass shooting, opened fire, open fire, returned fire, fired shots, cease fire, "
        "clashes, jihadist, extremists, hostilities, unrest",
        "attack, attacked, war, suspect, suspects, troops, soldiers, military, violence, protest, protesters, riot, riots, gunfire, "
        "gun, weapons, fighters, army, invasion, conflict, dispute, armed, police, manhunt, tension",
        "arrested, killed, peace, government, rally, victims, injured",
    ),
    "volcano": Terms(
        "volcano, volcanic, lava, eruption, erupted, erupts, erupting, ash cloud, pyroclastic, crater, magma, lahar, "
        "volcanologist, volcanic ash, ash plume, ashfall",
        "ash, alert level, plume, sulphur, sulfur",
        "smoke, exclusion zone, mountain, evacuated",
    ),
    "wildfire": Terms(
        "wildfire, wildfires, bushfire, bushfires, forest fire, wild fire, brush fire, wildland, acres burned, grass fire, "
        "fire line, firefighting aircraft, red flag, prescribed burn, fire season, bush fire",
        "acres, containment, contained, blaze, firefighters, burning, fire crews, hotshot, smoke, hectares burned, "
        "fire danger, fire ban, air tanker, evacuation orders",
        "fire, flames, forest, burned, evacuated, evacuation, homes, winds",
    ),
}  # fmt: skip

SPANISH = {
    "accident": Terms(
        "descarrilamiento, accidente aéreo, accidente ferroviario, naufragio, derrumbe edificio, derrame",
        "accidente, explosión, explotó, choque, colisión, refinería, tren, helicóptero, avión, derrumbe, incendio fábrica",
        "incendio, fábrica, escombros, planta",
    ),
    "drought": Terms(
        "sequía, sequías", "falta lluvias, racionamiento", "embalse, riego, ganado"
    ),
    "earthquake": Terms(
        "terremoto, sismo, temblor, réplica, réplicas, epicentro, magnitud, sísmica, sísmico, tsunami, richter",
        "tembló, sacudió, sacudida",
        "escombros, profundidad",
    ),
    "epidemic": Terms(
        "epidemia, brote, cólera, pandemia, cuarentena, malaria, dengue, sarampión, coronavirus, ébola, zika",
        "virus, vacuna, contagio, infectados, enfermedad, infección",
        "casos, hospital, pacientes, síntomas",
    ),
    "extreme temperature": Terms(
        "ola calor, ola frío, hipotermia, calor extremo, frío extremo, golpe calor",
        "altas temperaturas, bajas temperaturas, helada, heladas",
        "temperaturas, calor, frío, grados",
    ),
    "flood/rain": Terms(
        "inundación, inundaciones, inundado, lluvias torrenciales, desbordamiento, crecida, riada, aluvión, anegado",
        "lluvias, lluvia, desbordó, desbordado, intensas lluvias",
        "río, agua, caudal, evacuados",
    ),
    "food insecurity": Terms(
        "hambruna, inseguridad alimentaria, desnutrición, desnutridos, crisis alimentaria",
        "hambre, ayuda alimentaria, escasez alimentos",
        "alimentos, cosecha",
    ),
    "insect infestation": Terms("langosta, langostas, plaga, plagas", "insectos, enjambre", "cultivos"),
    "mass movement": Terms(
        "deslizamiento, deslave, alud, avalancha, deslizamiento tierra", "lodo, ladera, huaico", "sepultados"
    ),
    "refugees": Terms(
        "refugiados, refugiado, asilo, desplazados, acnur, migrantes", "desplazamiento, éxodo, migración", "frontera, huyen"
    ),
    "storm/tropical cyclone": Terms(
        "huracán, tifón, ciclón, tormenta tropical, tornado, tormenta",
        "vientos, vendaval, granizo, marejada",
        "viento, costa",
    ),
    "tension/dispute/conflict": Terms(
        "atentado, atentados, bomba, bombas, tiroteo, terrorista, terrorismo, guerrilla, bombardeo, rebeldes, golpista",
        "ataque, guerra, violencia, disturbios, protestas, soldados, ejército, militares, conflicto, sospechoso",
        "policía, muertos",
    ),
    "volcano": Terms("volcán, erupción, lava, volcánica, volcánico", "ceniza, cenizas, cráter", "fumarola"),
    "wildfire": Terms(
        "incendio forestal, incendios forestales, fuego forestal", "hectáreas, incendios, bomberos", "incendio, llamas, humo"
    ),
}  # fmt: skip

FRENCH = {
    "accident": Terms(
        "déraillement, déraillé, crash avion, accident train, accident ferroviaire, naufrage, marée noire, bousculade",
        "accident, explosion, explosé, collision, effondrement, raffinerie, train, hélicoptère, wagon, épave",
        "incendie, usine, passagers",
    ),
    "drought": Terms("sécheresse, sécheresses", "pénurie eau, déficit pluviométrique", "irrigation, bétail"),
    "earthquake": Terms(
        "séisme, tremblement terre, réplique, répliques, épicentre, magnitude, sismique, tsunami, secousse",
        "tremblé, secoué",
        "décombres, profondeur",
    ),
    "epidemic": Terms(
        "épidémie, choléra, pandémie, quarantaine, paludisme, rougeole, ebola, dengue, coronavirus, méningite",
        "virus, vaccin, contagion, maladie, infection, foyer",
        "cas, hôpital, patients, symptômes",
    ),
    "extreme temperature": Terms(
        "canicule, vague chaleur, vague froid, hypothermie, grand froid",
        "fortes chaleurs, gel, températures record",
        "température, degrés, chaleur, froid",
    ),
    "flood/rain": Terms(
        "inondation, inondations, inondé, crue, crues, pluies torrentielles, submergé, fortes pluies",
        "pluie, pluies, débordement, précipitations",
        "rivière, eau, fleuve, évacués",
    ),
    "food insecurity": Terms(
        "famine, insécurité alimentaire, malnutrition, crise alimentaire, disette", "faim, aide alimentaire", "récolte, vivres"
    ),
    "insect infestation": Terms(
        "criquet, criquets, sauterelles, chenilles légionnaires, invasion acridienne", "insectes, essaim, ravageurs", "cultures"
    ),
    "mass movement": Terms(
        "glissement terrain, éboulement, avalanche, coulée boue", "boue, versant", "ensevelis"
    ),
    "refugees": Terms(
        "réfugié, réfugiés, asile, déplacés, migrants, hcr", "exode, migration, déplacement", "frontière, camp"
    ),
    "storm/tropical cyclone": Terms(
        "ouragan, typhon, cyclone, tempête, tornade, tempête tropicale", "rafales, vents, grêle, orage", "vent"
    ),
    "tension/dispute/conflict": Terms(
        "attentat, attentats, bombe, fusillade, terroriste, terrorisme, rebelles, bombardement, otages, cessez feu",
        "attaque, guerre, violences, émeutes, manifestants, soldats, armée, militaires, conflit, suspect",
        "police, tués",
    ),
    "volcano": Terms("volcan, éruption, lave, volcanique", "cendres, cratère, panache", "fumerolles"),
    "wildfire": Terms(
        "feu forêt, feux forêt, incendies forêt, incendie forêt", "hectares, pompiers, brûlés", "incendie, flammes, fumée"
    ),
}  # fmt: skip


def _table(text: str) -> dict[str, Terms]:
    """Return a vocabulary that is written as a table."""
    lines = (line.partition(":") for line in text.replace("\n    ", " ").strip().splitlines())
    return {label: Terms(*(part.strip() for part in terms.split(";"))) for label, _, terms in lines}


LANGUAGES = {
    "en": ENGLISH,
    "es": SPANISH,
    "fr": FRENCH,
    "de": _table(GERMAN),
    "it": _table(ITALIAN),
    "pt": _table(PORTUGUESE),
    "nl": _table(DUTCH),
    "pl": _table(POLISH),
    "tr": _table(TURKISH),
    "id": _table(INDONESIAN),
}
