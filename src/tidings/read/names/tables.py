"""Words that tell names of people and organisations from other words with capitals: tables, no logic."""

from __future__ import annotations

import re

from tidings.read.dates.day_words import CALENDAR, WEEKDAYS
from tidings.read.words.words import stop_words

_OFFICES = """mr mrs ms miss dr prof sen rep gov lt col gen maj capt cpl sgt det supt insp rev hon mme m sr sra sir lord lady dame
    president vice-president chancellor premier minister senator congressman congresswoman representative governor mayor
    councilman councilwoman councillor councilor alderman secretary ambassador spokesman spokeswoman spokesperson judge justice
    prosecutor attorney lawyer sheriff deputy detective sergeant officer constable trooper inspector superintendent commissioner
    commander captain lieutenant colonel general major admiral corporal private marshal chief director chairman chairwoman chair
    ceo executive manager coach professor doctor principal dean rector pastor reverend father bishop archbishop cardinal pope rabbi imam
    sheikh ayatollah king queen prince princess emperor sultan emir duke duchess baron count analyst economist editor author
    actor actress singer headmaster investigator administrator planner councilmember officers sister brother coroner treasurer speaker
    delegate delegates co-founder founder owner leader candidate victim suspect defendant witness
    herr frau präsident präsidentin kanzler kanzlerin bundeskanzler bundeskanzlerin doktor kommissar oberst papst könig königin
    monsieur madame mademoiselle président présidente ministre maire général señor señora don doña presidente ministro ministra alcalde
    papa rey reina signor signora sindaco re regina senhor senhora meneer mevrouw koning koningin burgemeester
    cumhurbaşkanı başbakan başbakanı bakanı bakan başkanı valisi
    президент министр премьер мэр генерал король папа господин госпожа"""  # noqa: RUF001
TITLES = frozenset(_OFFICES.split())
GERMAN_TITLE = re.compile(
    r"\w*(?:minister|kanzler|präsident|sprecher|meister|chef|direktor|leiter|anwält|anwalt|richter|experte|forscher|sekretär"
    r"|kommissar|rätin|rat|vorsitzende|abgeordnete|beauftragte|politiker|trainer|manager|professor|könig|prinz|graf|bischof|pfarrer)"
    r"(?:in|innen|s|n|r|es|en)?"
)
NOUN_CAPITALS = frozenset(("de", "lb"))
"""Where every noun has a capital: one alone tells nothing."""
ELIDING = frozenset(("fr", "it", "ca"))

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
"""Words that make no name among themselves: City Hall, Police Department."""
_HERALDS = """the former ex late added said says asked besides according later earlier meanwhile however yesterday today tomorrow
    tonight still once recently finally instead although despite like unlike even both many some most several one two three
    four five others another like today's selon d'après d’après laut según secondo segundo volgens по"""  # noqa: RUF001
BEFORE_NAMES = WEEKDAYS.union(_HERALDS.split())
BEHIND_NAMES = WEEKDAYS | {"jr.", "sr.", "jr", "sr"}
