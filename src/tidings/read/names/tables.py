"""Words that help to recognise names of people and organisations: tables, no logic."""

from __future__ import annotations

import re

from tidings.read.dates.day_words import CALENDAR, WEEKDAYS
from tidings.read.words.words import stop_words

_POLITE = "Mr Mrs Ms Dr Prof"
_RANKS = "Sen Rep Gov Lt Col Gen Maj Capt Cpl Sgt Det Supt Insp Rev Hon"
ABBREVIATED_TITLES = (*_POLITE.split(), *_RANKS.split(), "Mme", "Sra")
_ADDRESSED = "Sir Lord Lady Miss Judge Justice Senator Officer Coach Herr Frau Monsieur Madame Señor Señora Signor"
TITLES_BEFORE_NAMES = frozenset(
    (*_POLITE.split(), *(f"{title}." for title in ABBREVIATED_TITLES), *_ADDRESSED.split())
)
"""Titles as written after which even a place name is a person; ranks need their point, as Det is a Danish word."""
_OFFICES = """m sr dame president vice-president chancellor premier minister congressman congresswoman representative governor
    mayor councilman councilwoman councillor councilor alderman secretary ambassador spokesman spokeswoman
    spokesperson prosecutor attorney lawyer sheriff deputy detective sergeant constable trooper inspector
    superintendent commissioner commander captain lieutenant colonel general major admiral corporal private marshal
    chief director chairman chairwoman chair ceo executive manager professor doctor principal dean rector pastor
    reverend father bishop archbishop cardinal pope rabbi imam sheikh ayatollah king queen prince princess emperor
    sultan emir duke duchess baron count analyst economist editor author actor actress singer headmaster
    investigator administrator planner councilmember officers sister brother coroner treasurer speaker delegate
    delegates co-founder founder owner leader candidate victim suspect defendant witness präsident präsidentin
    kanzler kanzlerin bundeskanzler bundeskanzlerin doktor kommissar oberst papst könig königin mademoiselle
    président présidente ministre maire général don doña presidente ministro ministra alcalde papa rey reina signora
    sindaco re regina senhor senhora meneer mevrouw koning koningin burgemeester cumhurbaşkanı başbakan başbakanı
    bakanı bakan başkanı valisi президент министр премьер мэр генерал король папа господин госпожа"""  # noqa: RUF001
TITLES = frozenset(f"{_OFFICES} {_ADDRESSED} {' '.join(ABBREVIATED_TITLES)}".lower().split())
"""All titles in lower case, without points."""
GERMAN_TITLE = re.compile(
    r"\w*(?:minister|kanzler|präsident|sprecher|meister|chef|direktor|leiter|anwält|anwalt|richter|experte|forscher|sekretär"
    r"|kommissar|rätin|rat|vorsitzende|abgeordnete|beauftragte|politiker|trainer|manager|professor|könig|prinz|graf|bischof|pfarrer)"
    r"(?:in|innen|s|n|r|es|en)?"
)
_NAMES_AND_TOWNS = """Albert Alexander Andrew Angela Anna Anthony Arthur Benjamin Carlos Charles Daniel David Emma George Henry Howard
    James John Joseph Juan Julia Kelly Laura Lawrence Linda Maria Mark Martin Mary Michael Nancy Paul Peter Raymond
    Robert Rose Roy Russell Scott Stuart Thomas Tyler Walter Wayne William"""
_GIVEN = """Aaron Adam Alan Alex Alfred Alice Amanda Amy Andrea Ann Anne Ashley Barbara Ben Betty Bill Bob Bobby Brad
    Brandon Brenda Brian Bruce Carl Carol Catherine Charlie Chris Christian Christina Christine Christopher Craig
    Cynthia Dan Dave Deborah Debra Denise Dennis Denzel Diana Diane Don Donald Donna Dorothy Doug Ed Edward
    Elizabeth Emily Eric Ethan Eugene Evan Frances Frank Fred Gary Gerald Gloria Grace Greg Gregory Hannah Harold
    Harry Heather Helen Ian Isabella Jack Jacob Jacqueline Jamie Jane Janet Jason Jean Jeff Jeffrey Jennifer Jeremy
    Jerry Jesse Jessica Jim Jimmy Joan Joe Johnny Jonathan Jose Joshua Joyce Judith Judy Julie Justin Karen Kate
    Katherine Keith Ken Kenneth Kevin Kim Kyle Larry Lauren Lisa Luke Margaret Marie Marilyn Martha Matt Matthew
    Megan Melissa Michelle Mike Natalie Nathan Nicholas Nick Nicole Noah Olivia Pamela Patricia Patrick Philip
    Rachel Ralph Randy Rebecca Richard Rob Roger Ron Ronald Ruth Ryan Sam Samantha Samuel Sandra Sara Sarah Sean
    Sharon Shirley Sophia Stephanie Stephen Steve Steven Susan Ted Teresa Theresa Tim Timothy Todd Tom Tony Vincent
    Zachary"""
GIVEN_NAMES = frozenset(f"{_GIVEN} {_NAMES_AND_TOWNS}".split())
"""English given names, with a few of other languages."""
_NAMESAKES = """Diego Eduardo Fernando Francisco Jorge Luis Manuel Mario Miguel Pedro Rafael Ramon Roberto Salvador Santos
    Vicente Victor Elena Carolina Cristina Isabel Rosa Clara Eva Irene Sofia Veronica Lily Iris Ruby Pearl Allen
    Carson Clinton Collins Cooper Davis Douglas Evans Franklin Garfield Gardner Glenn Grant Harrison Hudson Irving
    Jefferson Johnson Kennedy Kent Lee Lewis Logan Marshall Mason Mitchell Monroe Moore Morris Nelson Newton Norman
    Parker Perry Sherman Stanley Taylor Troy Vernon Warren Webster Wesley Wilson Winston Obama Trump Bush Major
    Ramsey Hassan Ali Omar Ahmed Mohammed Muhammad Ibrahim Abdullah Hamid Rashid Redding Crosby Dudley Ross Mercer
    Arnold Barry Bell Benton Bryan Burke Byron Calvin Carroll Carter Chester Clark Clay Clayton Clyde Dalton Dixon
    Duncan Dunn Edison Elliott Fisher Fletcher Floyd Foster Frederick Fulton Garner Garrett Gibson Gordon Graham
    Greer Griffin Guy Hardy Harper Harvey Homer Hunter Huntington Hutchinson Jasper Jerome Kerry Lawson Leonard
    Marion Maxwell McDonald Melvin Milton Morgan Morton Murray Neal Newman Norton Oscar Owen Palmer Patterson Payne
    Phillips Pierce Porter Powell Preston Quincy Randolph Reed Reid Richardson Riley Roberts Robinson Rodgers Rogers
    Roosevelt Sanders Sanford Shelby Shelton Sidney Simpson Spencer Sterling Stewart Sumner Thornton Tracy Vance
    Vaughan Wallace Walton Ward Watson Weston Whitney Wilbur Willis Wright Ripley Flores Walker Dyer Manning
    Robertson Campbell Hopkins Barnes Brent Peabody McKinney Trent Middleton Lopez Martinez Bryant Adams Adrian
    Vladimir Levi Sutton Miranda Villanueva Holloway Thomson Conway Bolton Castro Carey Vera Kanye Bethany Nadia
    Gillette Aston Baker Williams Gray Butler Howell Turner Hailey Fowler Snyder Corbin Cameron Baxter Blackwell
    McGregor Moody Dunbar Rubio Sebastian Burton Durant Foley Coronado Leslie Chandler Rutherford Corcoran Hoover
    Anderson Torres Rivera Rodriguez Matthews Keller Roth Griffith Seymour Lindsay Beverly Caroline Judah Blaine
    Tara Colton Sheridan Hamilton Lombard Carnegie Freeland Ariel Fatih Isa"""
TOWN_NAMESAKES = frozenset(f"{_NAMESAKES} {_NAMES_AND_TOWNS}".split())
"""Names of towns that nearly always mean a person; a city of some size still means the city."""
NOUN_CAPITALS = frozenset(("de", "lb"))
"""Languages that capitalise every noun, so that a single capital means nothing."""
ELIDING = frozenset(("fr", "it", "ca"))
"""Languages that join articles to names: d'Orsay."""

_BODIES = """academy administration agency airlines airways alliance army assembly associates association authority bank board
    brigade brotherhood brothers bureau cabinet center centre chamber church club coalition college command commission committee
    company conference congress consortium cooperative corp corporation council court cross department division electric
    enterprises federation force forum foundation front fund group guard holdings hospital house inc industries institute
    institution journal league legion ltd mills ministry mission motors movement museum network news office orchestra
    organisation organization parliament partners party patrol police post press program programme project royal school senate
    service services society star studios survey systems team times tribunal tribune trust union university"""
ORGANISATIONS = frozenset(_BODIES.split())
_LANDSCAPE = """airport avenue ave bay beach blvd boulevard bridge canyon county creek desert district drive forest gulf harbor
    harbour heights highway hill hills hotel island islands lake lane mall mountain mountains ocean park parkway pass peninsula
    plaza port province ridge river road route sea square st station strait street town township tunnel turnpike valley village
    way"""
GEOGRAPHY = frozenset(_LANDSCAPE.split())
_LEADING = "lake mount mt cape fort highway interstate route gulf river port rue calle avenida avenue place via plaza stadt"
BEFORE_PLACES = frozenset(_LEADING.split())
_WHERE = "north south east west northern southern eastern western northeast northwest southeast southwest central greater upper lower downtown mid"
DIRECTIONS = frozenset(_WHERE.split())
_COMMON = """internet web website online god lord jesus christ bible quran koran christmas easter thanksgiving halloween ramadan hanukkah
    hajj islam islamic christian christians christianity catholic catholics muslim muslims jewish jew jews hindu hindus
    buddhist buddhists protestant protestants sunni shia shiite shiites nazi nazis communist democrat democrats democratic republican
    republicans tory tories liberal liberals conservative conservatives english arab arabs arabic latin hispanic latino western
    earth mars covid coronavirus ebola state states city county district street avenue road north south east west board council
    police army government court court's hotel airport university college school department act bill law article section chapter
    hall page photo image images video copyright comments comment read share click email e-mail subscribe newsletter advertisement
    monsieur madame ok am pm et gmt utc est edt pst pdt cst cdt bst cet cest tv dvd cd cds dna rna hiv aids id ids pc faq rss pdf sms gps gdp
    html http https www url usb vip suv suvs atm dui dwi ph phd mba bc ad vs aka diy lgbt uk us usa eu uae iq ac dc hd mph kph km mm
    wwii ii iii iv vi vii viii ix xi xii
    ende anfang mitte uhr euro dollar prozent millionen milliarden million milliarde tausende hunderte dutzende menschen jahre kilometer meter grad teil foto quelle"""
NOT_NAMES = frozenset(_COMMON.split()) | GEOGRAPHY
ENGLISH = stop_words("en")
GENERIC = NOT_NAMES | ORGANISATIONS | TITLES | CALENDAR
"""Words that do not make a name on their own: City Hall, Police Department."""
_INTRODUCING = """the former ex late added said says asked besides according later earlier meanwhile however yesterday today tomorrow
    tonight still once recently finally instead although despite like unlike even both many some most several one two three
    four five others another like today's selon d'après d’après laut según secondo segundo volgens по"""  # noqa: RUF001
BEFORE_NAMES = WEEKDAYS.union(_INTRODUCING.split())
AFTER_NAMES = WEEKDAYS | {"jr.", "sr.", "jr", "sr"}
