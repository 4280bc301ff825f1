"""Names missing from the gazetteer's data, and names that are rarely places: tables, no logic."""

from __future__ import annotations

from tidings.read.words.stopwords import STOP_WORDS

COUNTRY_NAMES = {
    "US": "USA|U.S.|US|U.S.A.|United States of America|America|États-Unis|Etats-Unis|Vereinigte Staaten|Estados Unidos|Stati Uniti|США",
    "GB": "UK|U.K.|Britain|Great Britain|Großbritannien|Royaume-Uni|Reino Unido|Grande-Bretagne",
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
DEMONYMS = {
    "US": "American|Americans", "GB": "British|Briton|Britons", "FR": "French",
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

STATE_ABBREVIATIONS = {
    "AL": "Ala.", "AK": "", "AZ": "Ariz.", "AR": "Ark.", "CA": "Calif.|Cal.", "CO": "Colo.", "CT": "Conn.", "DE": "Del.",
    "DC": "D.C.", "FL": "Fla.", "GA": "Ga.", "HI": "", "ID": "",
    "IL": "Ill.", "IN": "Ind.", "IA": "", "KS": "Kan.", "KY": "Ky.", "LA": "La.", "ME": "", "MD": "Md.", "MA": "Mass.",
    "MI": "Mich.", "MN": "Minn.", "MS": "Miss.", "MO": "Mo.", "MT": "Mont.", "NE": "Neb.", "NV": "Nev.",
    "NH": "N.H.", "NJ": "N.J.", "NM": "N.M.", "NY": "N.Y.", "NC": "N.C.", "ND": "N.D.", "OH": "", "OK": "Okla.",
    "OR": "Ore.", "PA": "Pa.|Penn.", "RI": "R.I.", "SC": "S.C.", "SD": "S.D.", "TN": "Tenn.", "TX": "Tex.", "UT": "",
    "VT": "Vt.", "VA": "Va.", "WA": "Wash.", "WV": "W.Va.|W. Va.", "WI": "Wis.", "WY": "Wyo.",
}  # fmt: skip
"""As newspapers write them; the two-letter postal codes are added to them."""

STATE_DEMONYMS = {
    "TX": "Texan|Texans", "CA": "Californian|Californians", "OH": "Ohioan|Ohioans", "NY": "New Yorker|New Yorkers",
    "IA": "Iowan|Iowans", "FL": "Floridian|Floridians", "VA": "Virginian|Virginians", "HI": "Hawaiian|Hawaiians",
    "AK": "Alaskan|Alaskans", "MN": "Minnesotan|Minnesotans", "NE": "Nebraskan|Nebraskans", "KS": "Kansan|Kansans",
    "PA": "Pennsylvanian|Pennsylvanians", "OR": "Oregonian|Oregonians", "TN": "Tennessean|Tennesseans",
    "KY": "Kentuckian|Kentuckians", "MI": "Michigander|Michiganders", "AL": "Alabamian|Alabamians",
    "CO": "Coloradan|Coloradans", "WA": "Washingtonian|Washingtonians", "WV": "West Virginian|West Virginians",
}  # fmt: skip

REGIONS = {
    "BE": "Flanders|Flemish|Vlaanderen=Antwerpen;Wallonia|Walloon|Wallonie=Namur;Brussels-Capital Region=Brussels",
    "DE": "Bavaria|Bavarian|Bayern=Munich;Saxony|Sachsen=Dresden;Hesse|Hessen=Wiesbaden;Thuringia|Thüringen=Erfurt;Brandenburg=Potsdam"
    ";Baden-Württemberg|Baden-Wuerttemberg=Stuttgart;North Rhine-Westphalia|Nordrhein-Westfalen=Düsseldorf;Lower Saxony|Niedersachsen=Hannover"
    ";Rhineland-Palatinate|Rheinland-Pfalz=Mainz;Saarland=Saarbrücken;Saxony-Anhalt|Sachsen-Anhalt=Magdeburg;Schleswig-Holstein=Kiel"
    ";Mecklenburg-Western Pomerania|Mecklenburg-Vorpommern=Schwerin",
    "GB": "England|English=London;Scotland|Scottish|Scots=Edinburgh;Wales|Welsh=Cardiff;Northern Ireland|Northern Irish|Ulster=Belfast",
    "ES": "Catalonia|Catalan|Catalans|Cataluña|Catalunya=Barcelona;Andalusia|Andalucía|Andalusian=Sevilla;Galicia|Galician=Vigo"
    ";Basque Country|Basque|País Vasco=Bilbao;Aragon|Aragón=Zaragoza;Asturias=Oviedo;Cantabria=Santander;Extremadura=Badajoz"
    ";Canary Islands|Canaries=Las Palmas de Gran Canaria;Balearic Islands|Mallorca|Majorca|Ibiza=Palma;Navarre|Navarra=Pamplona"
    ";Valencian Community|Valencian|Valencians|Comunitat Valenciana|Comunidad Valenciana=Valencia"
    ";Castile and León|Castilla y León=Valladolid;Castilla-La Mancha|Castile-La Mancha=Toledo",
    "FR": "Brittany|Bretagne|Breton=Rennes;Normandy|Normandie=Rouen;Corsica|Corsican|Corse=Ajaccio;Île-de-France|Ile-de-France=Paris"
    ";Hauts-de-France=Lille;Grand Est|Alsace=Strasbourg;Occitanie=Toulouse;Nouvelle-Aquitaine=Bordeaux;Provence-Alpes-Côte d'Azur|Provence=Marseille",
    "IT": "Sicily|Sicilian|Sicilia=Palermo;Sardinia|Sardinian|Sardegna=Cagliari;Tuscany|Tuscan|Toscana=Florence;Lombardy|Lombardia=Milan"
    ";Piedmont|Piemonte=Turin;Veneto=Padova;Liguria=Genoa;Calabria=Catanzaro;Umbria=Perugia;Puglia|Apulia=Bari;Abruzzo=Pescara"
    ";Emilia-Romagna=Bologna;Lazio=Rome;Campania=Naples;Marche=Ancona;Basilicata=Potenza",
    "CA": "Ontario|Ontarian|Ontarians|Ont.=Toronto;British Columbia|BC|B.C.=Vancouver;Alberta|Albertan|Albertans|Alta.=Calgary;Nova Scotia|N.S.=Halifax"
    ";Saskatchewan|Sask.=Saskatoon;Manitoba|Manitobans|Man.=Winnipeg;Newfoundland|Newfoundland and Labrador|Labrador=St. John's"
    ";Quebec|Québec|Que.|Quebecers=Montréal;New Brunswick|N.B.=Moncton;Prince Edward Island|P.E.I.=Charlottetown;Yukon=Whitehorse;Nunavut=Iqaluit"
    ";Northwest Territories=Yellowknife",
    "AU": "New South Wales|NSW=Sydney;Queensland=Brisbane;Tasmania|Tasmanian=Hobart;Western Australia=Perth;South Australia=Adelaide"
    ";Victoria=Melbourne;Northern Territory=Darwin;Australian Capital Territory=Canberra",
    "IN": "Punjab|Punjabi=Ludhiana;Kerala=Kochi;Gujarat|Gujarati=Ahmedabad;Bihar=Patna;Assam=Guwahati;Uttar Pradesh|UP=Lucknow;Tamil Nadu|TN=Chennai"
    ";Maharashtra=Mumbai;Rajasthan=Jaipur;Karnataka=Bengaluru;Andhra Pradesh=Vijayawada;Telangana=Hyderabad;West Bengal=Kolkata;Odisha|Orissa=Bhubaneswar"
    ";Madhya Pradesh=Bhopal;Haryana=Faridabad;Jharkhand=Ranchi;Chhattisgarh=Raipur;Uttarakhand=Dehradun;Himachal Pradesh=Shimla;Goa=Vasco da Gama"
    ";Manipur=Imphal;Nagaland=Kohima;Jammu and Kashmir|Kashmir|Kashmiri=Srinagar",
    "PK": "Sindh=Karachi;Balochistan=Quetta;Khyber Pakhtunkhwa=Peshawar",
    "RU": "Chechnya|Chechen|Chechens=Groznyy;Dagestan|Dagestani=Makhachkala;Tatarstan=Kazan;Ingushetia=Magas;North Ossetia=Vladikavkaz"
    ";Kabardino-Balkaria=Nalchik;Bashkortostan=Ufa",
    "GE": "Abkhazia|Abkhaz|Abkhazian=Sokhumi;Adjara=Batumi",
    "UA": "Crimea|Crimean=Simferopol;Donbas|Donbass=Donetsk;Luhansk Oblast=Luhansk",
    "CN": "Tibet|Tibetan|Tibetans=Lhasa;Xinjiang=Ürümqi;Sichuan=Chengdu;Guangdong=Guangzhou;Yunnan=Kunming;Hubei=Wuhan;Hunan=Changsha"
    ";Henan=Zhengzhou;Hebei=Shijiazhuang;Shandong=Jinan;Shanxi=Taiyuan;Shaanxi=Xianyang;Zhejiang=Hangzhou;Jiangsu=Nanjing;Fujian=Fuzhou"
    ";Anhui=Hefei;Jiangxi=Nanchang;Gansu=Lanzhou;Qinghai=Xining;Guizhou=Guiyang;Guangxi=Nanning;Hainan=Haikou;Liaoning=Shenyang;Jilin=Changchun"
    ";Heilongjiang=Harbin;Inner Mongolia=Hohhot;Ningxia=Yinchuan",
    "ZA": "Eastern Cape=Gqeberha;Western Cape=Cape Town;KwaZulu-Natal=Durban;Gauteng=Johannesburg;Limpopo=Polokwane;Mpumalanga=Mbombela",
    "NG": "Borno|Borno State=Maiduguri;Lagos State=Lagos;Kano State=Kano;Rivers State=Port Harcourt;Plateau State=Jos;Enugu State=Enugu"
    ";Kaduna State=Kaduna;Osun State|Osun=Osogbo;Ogun State|Ogun=Abeokuta;Oyo State=Ibadan;Benue State|Benue=Makurdi;Adamawa=Yola;Anambra=Onitsha",
    "MX": "Oaxaca State=Oaxaca;Chiapas=Tuxtla;Sinaloa=Culiacán;Jalisco=Guadalajara;Michoacán|Michoacan=Morelia;Guerrero=Acapulco de Juárez"
    ";Sonora=Hermosillo;Tamaulipas=Reynosa;Nuevo León|Nuevo Leon=Monterrey;Baja California=Tijuana;Yucatán|Yucatan=Mérida;Coahuila=Saltillo",
    "ID": "Sumatra|North Sumatra=Medan;Aceh=Banda Aceh;Bali|Balinese=Denpasar;Java|West Java=Bandung;Central Java=Semarang;East Java=Surabaya"
    ";Sulawesi|South Sulawesi=Makassar;Papua=Jayapura;Lombok=Mataram",
    "SD": "Darfur|North Darfur=El Fasher;South Darfur=Nyala;South Kordofan=Kadugli",
    "BR": "Minas Gerais=Belo Horizonte;Bahia=Salvador;Rio Grande do Sul=Porto Alegre;Paraná=Curitiba;Pernambuco=Recife;Ceará=Fortaleza",
}
"""Regions of a country, each with a city that gives its position and its division."""

AREAS = {
    "GB": "Kent=Maidstone;Essex=Chelmsford;Surrey=Guildford;Sussex|West Sussex=Crawley;East Sussex=Brighton;Hampshire=Winchester;Devon=Exeter;Cornwall=Truro"
    ";Dorset=Dorchester;Somerset=Taunton;Wiltshire=Swindon;Berkshire=Reading;Oxfordshire=Oxford;Buckinghamshire=Aylesbury;Hertfordshire|Herts=Stevenage"
    ";Bedfordshire=Bedford;Cambridgeshire=Cambridge;Norfolk=Norwich;Suffolk=Ipswich;Lincolnshire=Lincoln;Nottinghamshire=Nottingham"
    ";Derbyshire=Derby;Leicestershire=Leicester;Warwickshire=Warwick;Worcestershire=Worcester;Gloucestershire=Gloucester"
    ";Shropshire=Shrewsbury;Staffordshire=Stafford;Cheshire=Chester;Lancashire=Preston;Yorkshire|North Yorkshire=York;West Yorkshire=Leeds"
    ";South Yorkshire=Sheffield;Cumbria=Carlisle;Northumberland=Morpeth;County Durham=Durham;Merseyside=Liverpool"
    ";Greater Manchester=Manchester;Northamptonshire=Northampton;Isle of Wight=Newport;Fife=Dunfermline;Aberdeenshire=Aberdeen"
    ";Thames Valley=Reading;West Midlands|Midlands=Birmingham;Ceredigion=Aberystwyth;Pembrokeshire=Haverfordwest;Scottish Highlands=Inverness",
    "US": "Long Island=Hempstead;Cape Cod=Barnstable;Oahu=Honolulu;Maui=Kahului;Silicon Valley=San Jose;Staten Island=Staten Island"
    ";Las Vegas Strip=Paradise;Bay Area=Oakland;Southern California=Los Angeles;Northern California=Sacramento",
    "IE": "Clare|County Clare|Co Clare=Ennis;Tipperary|County Tipperary|Co Tipperary=Thurles;Mayo|County Mayo|Co Mayo=Castlebar"
    ";Kerry|County Kerry|Co Kerry=Tralee;County Cork|Co Cork=Cork;County Galway|Co Galway=Galway;County Donegal|Donegal=Letterkenny"
    ";Cavan|County Cavan=Cavan;County Kildare|Co Kildare=Naas;County Meath|Meath=Navan;County Wicklow|Co Wicklow=Bray",
    "RU": "Siberia|Siberian=Krasnoyarsk",
    "PH": "Mindanao=Davao;Luzon=Quezon City;Cebu=Cebu City;Leyte=Tacloban",
}
"""Parts of a division, each with a city in it."""

ALIASES = {
    "L.A.": "Los Angeles", "Vegas": "Las Vegas", "New York": "New York City", "NYC": "New York City",
    "St. Petersburg": "Saint Petersburg", "Kiev": "Kyiv", "Frankfurt": "Frankfurt am Main",
}  # fmt: skip
"""Short names of cities."""
CALLED = {"New York City": "New York"}
"""Cities known by another name than the gazetteer's."""


WIDE_AREAS = (
    "Europe|European|Europeans|EU|European Union 48.7 9.1;Africa|African|Africans 7.2 21.1;Asia|Asian|Asians 29.8 89.3"
    ";North America|North American 46.1 -100.5;South America|South American -14.6 -57.7;Latin America|Latin American -4.4 -61.3"
    ";Central America|Central American 12.4 -85.9;Middle East|Middle Eastern|Mideast 29.3 42.6;Southeast Asia|South East Asia 11.5 106.5"
    ";Antarctica|Antarctic -78.2 16.4;Arctic 80 0;Balkans|Balkan 43 23;Caribbean 15 -75;Scandinavia|Scandinavian 63 12;Sahel 15 0;Kurdistan|Kurdish|Kurds 37 43"
    ";Sinai 29.5 34;Caucasus|North Caucasus 42.5 45;Borneo 0.5 114.5;Eastern Europe 49 30;Western Europe 48 5;East Africa 0 38;West Africa 12 0"
    ";North Africa 28 9;Southern Africa -22 25;Central Asia 43 67;South Asia 22 79;East Asia 35 115;Horn of Africa 8 46"
    ";New England 43.2 -71.5;Midwest 41.5 -93;Great Lakes 45 -84;Gulf of Mexico 25 -90;Persian Gulf 27 51;Gulf of Aden 12 48"
    ";Mediterranean|Mediterranean Sea 35 20;Red Sea 19.6 38.7;Black Sea 43 34;Baltic Sea 58 20;Caspian Sea 42 50;North Sea 56 4"
    ";Pacific|Pacific Ocean 0 -160;Atlantic|Atlantic Ocean 10 -25;Indian Ocean -10 70;South China Sea 14 115;Soviet Union 60 100"
    ";Korean Peninsula|Korean|Koreans 38 127;Himalayas 28 84;Sahara 23 12;Alps 46.5 9.5;Appalachians|Appalachia 37 -82"
)
"""Areas that span several countries, each with a point in it."""

COUNTRY_POINTS = (
    "AD 42.5 1.5|AE 24 54|AF 33 66|AL 41 20|AM 40 45|AO -12.5 18.5|AR -34 -64|AT 47.3 13.3|AU -25 135|AZ 40.5 47.5|BA 44.25 17.8|BD 24 90"
    "|BE 50.75 4.5|BF 12.5 -1.7|BG 42.7 25.25|BI -3.5 30|BJ 9.5 2.25|BO -17 -65|BR -10 -55|BS 24 -76|BT 27.5 90.5|BW -22 24|BY 53 28"
    "|CA 60 -113.6|CD -2.5 23.5|CF 7 21|CG -1 15.5|CH 47 8|CI 8 -5.5|CL -30 -71|CM 6 12.5|CN 35 105|CO 4 -73.25|CR 10 -84|CU 22 -79.5"
    "|CY 35 33|CZ 49.75 15|DE 51.5 10.5|DJ 11.5 42.5|DK 56 10|DO 19 -70.7|DZ 28 3|EC -1.25 -78.25|EE 59 26|EG 27 30|ER 15 39|ES 40 -4"
    "|ET 8 38|FI 64 26|FR 46 2|GA -1 11.75|GB 54.75 -2.7|GE 42 43.5|GH 8 -1.2|GL 72 -40|GM 13.5 -15.5|GN 11 -10.7|GR 39 22|GT 15.5 -90.25"
    "|GY 5 -59|HN 15 -86.5|HR 45.2 15.5|HT 19 -72.4|HU 47 20|ID -5 120|IE 53 -8|IL 31.5 34.75|IN 22 79|IQ 33 44|IR 32 53|IS 65 -18"
    "|IT 42.8 12.8|JM 18.2 -77.3|JO 31 36|JP 35.7 139.75|KE 1 38|KG 41.5 75|KH 13 105|KP 40 127|KR 36.5 127.75|KW 29.5 47.75|KZ 48 68"
    "|LA 18 105|LB 33.8 35.8|LK 7.75 80.75|LR 6.5 -9.5|LS -29.5 28.25|LT 55.4 24|LU 49.75 6.2|LV 57 25|LY 28 17|MA 32 -6|MD 47 29|ME 42.75 19.25"
    "|MG -20 47|MK 41.7 21.7|ML 18 -2|MM 21 96|MN 46 105|MR 20 -12|MT 35.9 14.4|MW -13.5 34|MX 23 -102|MY 2.5 112.5|MZ -18.25 35|NA -22 17"
    "|NE 18 9|NG 10 8|NI 13 -85|NL 52.25 5.75|NO 62 10|NP 28 84|NZ -42 174|OM 21 57|PA 9 -80|PE -10 -75.25|PG -6 147|PH 13 122|PK 30 70"
    "|PL 52 20|PS 31.9 35.2|PT 39.7 -8|PY -23.3 -58|QA 25.5 51.25|RO 46 25|RS 44.8 20.8|RU 60 100|RW -2 30|SA 25 45|SD 16 30|SE 62 15|SI 46.1 14.8"
    "|SK 48.7 19.5|SL 8.5 -11.5|SN 14.5 -14.25|SO 6 48|SR 4 -56|SS 7.5 30|SV 13.8 -88.9|SY 35 38|SZ -26.5 31.5|TD 15 19|TG 8 1.2|TH 15.5 101|TJ 39 71"
    "|TM 40 60|TN 34 9|TR 39 35|TW 24 121|TZ -6 35|UA 49 32|UG 1.25 32.5|US 39.75 -98.5|UY -33 -56|UZ 41.7 63.8|VE 8 -66|VN 16.2 107.8|XK 42.6 20.9"
    "|YE 15.5 47.5|ZA -29 24|ZM -14.3 28.5|ZW -19 29"
)
"""Centres of countries, to about a degree; small countries use the centre of their towns."""

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
    Epiphaneia College Grove Parkway Ridge Celebration Battle Monument Trooper Downtown Glen Reserve Economy Gateway
    Summit Dome Arab Vista Horn Anthem Salt Soul Hang Evergreen Confederation Manly Plato"""
PLAIN_WORDS = frozenset(_WORDS.split()) | {"White House", "The Woodlands"}
"""Words, months, brands and offices that are also small towns; never places unless an event names them."""

SMALL_WORDS = frozenset(word.title() for words in STOP_WORDS.values() for word in words)
