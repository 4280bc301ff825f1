"""The places of the generated web: real names, so that place recognition is tested in earnest."""

from __future__ import annotations

from typing import NamedTuple


class Locality(NamedTuple):
    """A city and the names a reporter there would use."""

    name: str
    country: str
    region: str
    towns: tuple[str, str, str]
    river: str
    hills: str


LOCALITIES: tuple[Locality, ...] = (
    Locality("Valencia", "Spain", "Valencian Community", ("Torrent", "Alzira", "Cullera"), "Turia", "Calderona hills"),
    Locality("Liège", "Belgium", "Wallonia", ("Verviers", "Huy", "Seraing"), "Meuse", "Ardennes"),
    Locality("Kelowna", "Canada", "British Columbia", ("Vernon", "Penticton", "Kamloops"), "Okanagan", "Monashee foothills"),
    Locality("Thessaloníki", "Greece", "Central Macedonia", ("Kavála", "Véroia", "Katerini"), "Axios", "Seich Sou forest"),
    Locality("Bologna", "Italy", "Emilia-Romagna", ("Imola", "Modena", "Faenza"), "Reno", "Apennines"),
    Locality("Leeds", "United Kingdom", "West Yorkshire", ("Bradford", "Wakefield", "Harrogate"), "Aire", "Yorkshire moors"),
    Locality("Tbilisi", "Georgia", "Kartli", ("Rustavi", "Gori", "Telavi"), "Mtkvari", "Trialeti range"),
    Locality("Accra", "Ghana", "Greater Accra", ("Tema", "Kasoa", "Nsawam"), "Densu", "Akwapim hills"),
    Locality("Rotterdam", "Netherlands", "South Holland", ("Schiedam", "Vlaardingen", "Dordrecht"), "Maas", "Hook dunes"),
    Locality("Adelaide", "Australia", "South Australia", ("Gawler", "Elizabeth", "Mount Barker"), "Torrens", "Mount Lofty ranges"),
    Locality("Dhaka", "Bangladesh", "Dhaka Division", ("Tungi", "Savar", "Narayanganj"), "Buriganga", "Madhupur forest"),
    Locality("Brisbane", "Australia", "Queensland", ("Ipswich", "Caboolture", "Toowoomba"), "Bremer", "D'Aguilar range"),
    Locality("Porto", "Portugal", "Norte", ("Braga", "Gondomar", "Maia"), "Douro", "Valongo hills"),
    Locality("Marseille", "France", "Provence", ("Aubagne", "Martigues", "Vitrolles"), "Huveaune", "Calanques"),
    Locality("Dresden", "Germany", "Saxony", ("Pirna", "Radebeul", "Freital"), "Elbe", "Saxon uplands"),
    Locality("Kraków", "Poland", "Lesser Poland", ("Tarnów", "Wieliczka", "Olkusz"), "Vistula", "Beskid hills"),
    Locality("Durban", "South Africa", "KwaZulu-Natal", ("Pinetown", "Pietermaritzburg", "Richards Bay"), "Umgeni", "Drakensberg foothills"),
    Locality("Nairobi", "Kenya", "Nairobi County", ("Thika", "Ruiru", "Machakos"), "Athi", "Ngong hills"),
    Locality("Manila", "Philippines", "Metro Manila", ("Antipolo", "Cainta", "Bacoor"), "Pasig", "Sierra Madre"),
    Locality("Chennai", "India", "Tamil Nadu", ("Avadi", "Tambaram", "Chengalpattu"), "Adyar", "Pallavaram hills"),
    Locality("Osaka", "Japan", "Kansai", ("Sakai", "Suita", "Takatsuki"), "Yodo", "Hokusetsu hills"),
    Locality("Concepción", "Chile", "Biobío", ("Talcahuano", "Coronel", "Lota"), "Biobío", "Nahuelbuta range"),
    Locality("Medellín", "Colombia", "Antioquia", ("Bello", "Envigado", "Itagüí"), "Porce", "Aburrá slopes"),
    Locality("Guadalajara", "Mexico", "Jalisco", ("Zapopan", "Tonalá", "Tlaquepaque"), "Santiago", "Primavera forest"),
    Locality("Sacramento", "United States", "California", ("Roseville", "Folsom", "Davis"), "American", "Sierra foothills"),
    Locality("Asheville", "United States", "North Carolina", ("Hendersonville", "Hickory", "Morganton"), "Swannanoa", "Blue Ridge"),
    Locality("Cork", "Ireland", "Munster", ("Ballincollig", "Tralee", "Waterford"), "Lee", "Boggeragh mountains"),
    Locality("İzmir", "Turkey", "Aegean Region", ("Manisa", "Menemen", "Denizli"), "Gediz", "Spil mountain"),
    Locality("Ljubljana", "Slovenia", "Central Slovenia", ("Kranj", "Celje", "Kamnik"), "Sava", "Karawanks"),
)  # fmt: skip

TARGETS: dict[str, tuple[tuple[str, int, int], ...]] = {
    "flood": (("Valencia", 2022, 10), ("Liège", 2019, 7), ("Brisbane", 2021, 2), ("Durban", 2020, 4)),
    "wildfire": (("Kelowna", 2021, 8), ("Thessaloníki", 2019, 7), ("Concepción", 2022, 1), ("Porto", 2020, 9)),
    "rail": (("Bologna", 2020, 11), ("Leeds", 2022, 3), ("Chennai", 2021, 6), ("Kraków", 2019, 2)),
    "protest": (("Tbilisi", 2021, 3), ("Accra", 2019, 6), ("Medellín", 2022, 5), ("Nairobi", 2020, 8)),
    "explosion": (("Rotterdam", 2020, 5), ("Adelaide", 2022, 2), ("İzmir", 2021, 10), ("Guadalajara", 2019, 9)),
}  # fmt: skip
"""Topic -> its four target events: city, year, month."""


class NewsCycle(NamedTuple):
    """When an event is reported on: its length, and the half-life of reports before and after it, in days."""

    days: int
    lead: int
    cooldown: int


class Recurring(NamedTuple):
    """An event that happens in the same place again and again."""

    topic: str
    place: str
    every: int
    """Days from one edition to the next."""
    cycle: NewsCycle


RECURRING = (
    Recurring("football", "Leeds", 28, NewsCycle(days=2, lead=5, cooldown=3)),
    Recurring("festival", "Porto", 90, NewsCycle(days=10, lead=12, cooldown=5)),
    Recurring("protest", "Tbilisi", 270, NewsCycle(days=1, lead=60, cooldown=20)),
    Recurring("flood", "Dhaka", 270, NewsCycle(days=7, lead=0, cooldown=45)),
)
"""Monthly cup matches, a seasonal festival, elections and floods, each with its own news cycle."""
EDITIONS = 6
"""Editions of each recurring event."""
FIRST_YEAR = 2016


def locality(name: str) -> Locality:
    """Return a locality by name."""
    return next(place for place in LOCALITIES if place.name == name)
