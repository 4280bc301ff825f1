"""The most common terms of the types of crises in seven more languages, written by hand; data only.

Each entry is ``type: sure terms; good terms; weak terms``, as in ``vocabulary.py``; indented lines continue it.
"""

# ruff: noqa: RUF001 - the letters of other languages are meant

from __future__ import annotations

GERMAN = """
accident: entgleisung, entgleist, zugunglück, flugzeugabsturz, hubschrauberabsturz, busunglück, schiffsunglück,
    ölpest, massenpanik, explosionsunglück; unfall, unglück, absturz, abgestürzt, explosion, explodiert,
    einsturz, eingestürzt, zusammenstoß, kollision, wrack, gesunken; fabrik, flugzeug, trümmer
drought: dürre, trockenheit, wassermangel, niedrigwasser; ausgetrocknet, wasserknappheit; ernte, bewässerung
earthquake: erdbeben, nachbeben, epizentrum, seismologe, tsunami, richterskala, beben; erdstoß, magnitude,
    gebebt, erschütterung; trümmer, eingestürzt
epidemic: epidemie, seuche, pandemie, quarantäne, cholera, ebola, masern, coronavirus, malaria, grippewelle;
    virus, infiziert, infektion, impfung, impfstoff, ansteckung, erreger; krankenhaus, patienten, fälle
extreme temperature: hitzewelle, kältewelle, hitzschlag, unterkühlung, rekordhitze, extremhitze; hitze, frost,
    minusgrade; temperatur, grad, kälte
flood/rain: hochwasser, überschwemmung, überflutung, überschwemmt, überflutet, flut, flutkatastrophe,
    starkregen, sturzflut, dammbruch, deichbruch; regen, regenfälle, pegel, pegelstand, deich, sandsäcke,
    übergetreten; fluss, wasser, keller
food insecurity: hungersnot, unterernährung, mangelernährung, ernährungskrise, nahrungsmittelkrise; hunger,
    nahrungsmittelhilfe; nahrung, ernte
insect infestation: heuschreckenplage, heuschrecken, schädlingsbefall, borkenkäfer; schwarm, schädlinge,
    insekten; felder
mass movement: erdrutsch, lawine, murenabgang, schlammlawine, felssturz, bergsturz, hangrutsch; schlamm, geröll,
    verschüttet, mure; hang, berg
refugees: flüchtling, flüchtlinge, asylbewerber, vertriebene, binnenvertriebene, flüchtlingslager, asyl; flucht,
    geflüchtet, vertreibung, migranten; grenze, lager
storm/tropical cyclone: orkan, hurrikan, taifun, zyklon, tornado, wirbelsturm, sturmflut, tropensturm, unwetter;
    sturm, sturmböen, böen, hagel, gewitter; wind
tension/dispute/conflict: anschlag, terroranschlag, bombenanschlag, attentat, terrorist, terrorismus, amoklauf,
    schießerei, geiselnahme, bürgerkrieg, waffenruhe, luftangriff, milizen, rebellen; angriff, krieg, gewalt,
    soldaten, truppen, unruhen, ausschreitungen, armee, attentäter; polizei, tote
volcano: vulkan, vulkanausbruch, lava, aschewolke, magma, vulkanasche; krater, ausgebrochen, asche; rauch
wildfire: waldbrand, buschbrand, flächenbrand, waldbrände, buschfeuer; feuerwehr, löschflugzeug, flammen,
    hektar; feuer, rauch
"""
ITALIAN = """
accident: deragliamento, deragliato, incidente ferroviario, incidente aereo, disastro aereo, naufragio, crollo
    ponte, marea nera, incendio discoteca, incendio fabbrica; incidente, esplosione, esploso, crollo, crollato,
    scontro, schianto, relitto; treno, aereo, fabbrica, macerie
drought: siccità; carenza acqua, carenza idrica; raccolto, irrigazione
earthquake: terremoto, sisma, scossa, scosse, epicentro, magnitudo, terremotati, maremoto, sismico; tremato;
    macerie, crolli
epidemic: epidemia, pandemia, quarantena, colera, ebola, morbillo, coronavirus, malaria; virus, contagio,
    contagiati, infezione, vaccino, focolaio; ospedale, pazienti, casi
extreme temperature: ondata caldo, ondata calore, ondata gelo, ipotermia, colpo calore; caldo record, gelo, afa;
    temperature, gradi, caldo, freddo
flood/rain: alluvione, alluvioni, inondazione, inondazioni, allagamento, allagamenti, esondazione, esondato,
    nubifragio, bomba acqua, alluvionati; pioggia, piogge, maltempo, straripato, argine; fiume, acqua, sfollati
food insecurity: carestia, malnutrizione, insicurezza alimentare, crisi alimentare; fame, aiuti alimentari;
    raccolto, cibo
insect infestation: locuste, cavallette, infestazione; sciame, parassiti, insetti; coltivazioni
mass movement: frana, frane, slavina, valanga, smottamento, colata fango; fango, versante, travolti; montagna
refugees: rifugiati, profughi, richiedenti asilo, sfollati, migranti; asilo, sbarchi, esodo; confine, campo
storm/tropical cyclone: uragano, tifone, ciclone, tornado, tempesta, tromba aria; raffiche, grandine, burrasca;
    vento
tension/dispute/conflict: attentato, attentati, terrorismo, terrorista, sparatoria, bomba, guerra civile,
    tregua, ostaggi, ribelli, milizie, bombardamento; attacco, guerra, violenza, scontri, soldati, esercito,
    manifestanti; polizia, morti
volcano: vulcano, eruzione, lava, vulcanico, cenere vulcanica; cratere, cenere; fumo
wildfire: incendio boschivo, incendi boschivi, roghi; incendio, incendi, rogo, ettari, canadair, vigili fuoco;
    fiamme, fumo
"""
PORTUGUESE = """
accident: descarrilamento, descarrilou, acidente aéreo, queda avião, naufrágio, desabamento, acidente
    ferroviário, rompimento barragem, incêndio boate, incêndio fábrica; acidente, explosão, explodiu, colisão,
    batida, capotou, destroços; trem, avião, fábrica, escombros
drought: seca, estiagem; falta água, escassez água, racionamento; colheita, irrigação
earthquake: terremoto, sismo, tremor terra, abalo sísmico, epicentro, magnitude, réplicas, tsunami; tremeu,
    tremores; escombros
epidemic: epidemia, surto, pandemia, quarentena, cólera, ebola, sarampo, dengue, coronavirus, zika, malária;
    vírus, infectados, infecção, vacina, contágio; hospital, pacientes, casos
extreme temperature: onda calor, onda frio, hipotermia, calor extremo; geada, frio intenso, calor recorde;
    temperaturas, graus, calor, frio
flood/rain: enchente, enchentes, inundação, inundações, alagamento, alagamentos, cheia, cheias, alagado,
    temporal, enxurrada; chuva, chuvas, transbordou, dique; rio, água, desabrigados
food insecurity: fome extrema, insegurança alimentar, desnutrição, crise alimentar; fome, ajuda alimentar;
    colheita, alimentos
insect infestation: gafanhotos, praga, infestação; nuvem gafanhotos, insetos, lagarta; lavouras
mass movement: deslizamento, deslizamentos, desmoronamento, avalanche, deslizamento terra; lama, encosta,
    soterrados; morro
refugees: refugiados, refugiado, asilo, deslocados, migrantes, requerentes asilo; êxodo, migração; fronteira,
    campo
storm/tropical cyclone: furacão, tufão, ciclone, tornado, tempestade, vendaval; rajadas, granizo, ventania;
    vento, ventos
tension/dispute/conflict: atentado, atentados, terrorismo, terrorista, tiroteio, bomba, guerra civil, cessar
    fogo, reféns, rebeldes, milícia, bombardeio; ataque, guerra, violência, confrontos, soldados, exército,
    protestos; polícia, mortos
volcano: vulcão, erupção, lava, vulcânica, vulcânico; cinzas, cratera; fumaça
wildfire: incêndio florestal, incêndios florestais, queimada, queimadas, fogo florestal; incêndios, hectares,
    bombeiros; incêndio, chamas, fumaça
"""
DUTCH = """
accident: treinongeluk, vliegramp, vliegtuigcrash, busongeluk, scheepsramp, ontspoord, ontsporing, olieramp;
    ongeluk, ongeval, explosie, ontploffing, botsing, ingestort, neergestort; trein, vliegtuig, fabriek, puin
drought: droogte; watertekort; oogst, irrigatie
earthquake: aardbeving, aardschok, naschok, naschokken, epicentrum, tsunami; magnitude, beving; puin
epidemic: epidemie, uitbraak, pandemie, quarantaine, cholera, ebola, mazelen, coronavirus, malaria; virus,
    besmet, besmetting, vaccin, infectie; ziekenhuis, patiënten
extreme temperature: hittegolf, koudegolf, onderkoeling; hitte, vorst, recordhitte; temperatuur, graden, kou
flood/rain: overstroming, overstromingen, watersnood, watersnoodramp, wateroverlast, overstroomd, hoogwater,
    dijkdoorbraak, noodweer; regen, regenval, zandzakken, dijk, waterpeil; rivier, water
food insecurity: hongersnood, ondervoeding, voedselcrisis, voedseltekort; honger, voedselhulp; oogst, voedsel
insect infestation: sprinkhanen, sprinkhanenplaag, insectenplaag; zwerm, plaag, insecten; gewassen
mass movement: aardverschuiving, lawine, modderstroom, landverschuiving; modder, bedolven, helling; berg
refugees: vluchteling, vluchtelingen, asielzoekers, ontheemden, vluchtelingenkamp; asiel, migranten, gevlucht;
    grens, kamp
storm/tropical cyclone: orkaan, tyfoon, cycloon, tornado, wervelstorm, stormvloed; storm, windstoten, hagel,
    onweer; wind
tension/dispute/conflict: aanslag, aanslagen, terrorisme, terrorist, schietpartij, bomaanslag, burgeroorlog,
    wapenstilstand, gijzeling, rebellen, milities; aanval, oorlog, geweld, rellen, soldaten, leger; politie,
    doden
volcano: vulkaan, uitbarsting, lava, vulkaanuitbarsting, aswolk; krater, vulkanisch; rook
wildfire: bosbrand, bosbranden, natuurbrand, natuurbranden; brandweer, blusvliegtuig, hectare; brand, vlammen,
    rook
"""
POLISH = """
accident: katastrofa kolejowa, katastrofa lotnicza, wykolejenie, wykoleił, zawalenie, zatonięcie; wypadek,
    wybuch, eksplozja, zderzenie, zawalił, wrak; pociąg, samolot, fabryka, gruzy
drought: susza, suszy, suszę; niedobór wody; zbiory
earthquake: trzęsienie ziemi, trzęsienia ziemi, epicentrum, tsunami, wstrząsy; wstrząs, magnituda; gruzy
epidemic: epidemia, epidemii, pandemia, pandemii, kwarantanna, cholera, ebola, odra, koronawirus, malaria;
    wirus, zakażenie, zakażenia, zakażonych, szczepionka; szpital, pacjenci
extreme temperature: fala upałów, fala mrozów, hipotermia, wychłodzenie; upał, upały, mróz; temperatura, stopni
flood/rain: powódź, powodzi, powodzie, powodzią, zalane, podtopienia, ulewa, ulewy, ulewne deszcze, powodzian;
    deszcz, opady, wał, wały, wezbranie; rzeka, woda
food insecurity: klęska głodu, niedożywienie, kryzys żywnościowy; głód, głodu, pomoc żywnościowa; żywność
insect infestation: szarańcza, szarańczy; plaga, owady, szkodniki; uprawy
mass movement: osuwisko, osuwiska, lawina, lawiny, lawina błotna; błoto, zbocze; góra
refugees: uchodźca, uchodźcy, uchodźców, azyl, przesiedleńcy, migranci; migrantów, ucieczka; granica, obóz
storm/tropical cyclone: huragan, huraganu, tajfun, cyklon, tornado, trąba powietrzna, wichura, nawałnica; burza,
    porywy, grad; wiatr
tension/dispute/conflict: zamach, zamachu, terroryzm, terrorysta, strzelanina, bomba, wojna domowa, rozejm,
    zakładnicy, rebelianci, ostrzał; atak, wojna, przemoc, zamieszki, żołnierze, wojsko; policja, zabitych
volcano: wulkan, wulkanu, erupcja, erupcji, lawa; krater, popiół; dym
wildfire: pożar lasu, pożary lasów, pożary; strażacy, hektarów, pożar; ogień, płomienie, dym
"""
TURKISH = """
accident: tren kazası, uçak kazası, otobüs kazası, raydan çıktı, maden faciası, gemi kazası; kaza, patlama,
    çarpışma, çöktü, enkaz, düştü; tren, uçak, fabrika
drought: kuraklık; su sıkıntısı; hasat, sulama
earthquake: deprem, depremde, artçı, tsunami, merkez üssü, depremzede; büyüklüğünde, sarsıntı; enkaz
epidemic: salgın, salgını, pandemi, karantina, kolera, ebola, kızamık, koronavirüs, sıtma; virüs, enfeksiyon,
    aşı, bulaşıcı; hastane, hasta, vaka
extreme temperature: hava dalgası, sıcak dalgası, hipotermi; aşırı sıcak, aşırı soğuk, don; sıcaklık, derece
flood/rain: sel, seller, sel felaketi, taşkın, taştı, su baskını, şiddetli yağış; yağmur, yağış, baraj; nehir,
    su
food insecurity: kıtlık, yetersiz beslenme, gıda krizi; açlık, gıda yardımı; gıda
insect infestation: çekirge, çekirge istilası; böcek, istila; ekin
mass movement: heyelan, toprak kayması, çığ; çamur, yamaç; dağ
refugees: mülteci, mülteciler, sığınmacı, göçmen, iltica; göç, yerinden edilmiş; sınır, kamp
storm/tropical cyclone: kasırga, tayfun, siklon, hortum, fırtına; dolu, rüzgar, lodos; hava
tension/dispute/conflict: saldırı, bombalı saldırı, terör, terörist, silahlı saldırı, iç savaş, ateşkes, rehine,
    isyancı; savaş, çatışma, şiddet, asker, ordu, protesto; polis, ölü
volcano: yanardağ, volkan, lav, patlaması; krater, kül; duman
wildfire: orman yangını, orman yangınları, yangınlar; itfaiye, hektar, yangın; alev, duman
"""
INDONESIAN = """
accident: kecelakaan pesawat, kecelakaan kereta, kapal tenggelam, pesawat jatuh, tergelincir; kecelakaan,
    ledakan, meledak, tabrakan, runtuh, ambruk; kereta, pesawat, pabrik
drought: kekeringan; kekurangan air; panen, irigasi
earthquake: gempa, gempa bumi, tsunami, magnitudo, episentrum, gempa susulan; guncangan, bmkg; reruntuhan
epidemic: wabah, epidemi, pandemi, karantina, kolera, ebola, campak, virus corona, malaria, demam berdarah;
    virus, infeksi, vaksin, penularan; pasien, kasus
extreme temperature: gelombang panas, hipotermia; panas ekstrem, suhu ekstrem; suhu, derajat
flood/rain: banjir, banjir bandang, kebanjiran, terendam, tanggul jebol, hujan deras, hujan lebat; hujan,
    genangan, meluap; sungai, air, pengungsi
food insecurity: kelaparan, gizi buruk, rawan pangan, krisis pangan; bantuan pangan; pangan
insect infestation: belalang, hama, serangan hama; serangga, kawanan; tanaman
mass movement: longsor, tanah longsor, longsoran; lumpur, lereng, tertimbun; gunung
refugees: pengungsi, suaka, pencari suaka, migran; mengungsi, eksodus; perbatasan, kamp
storm/tropical cyclone: badai, topan, siklon, puting beliung, tornado, siklon tropis; angin kencang, angin;
    cuaca
tension/dispute/conflict: bom, pengeboman, teroris, terorisme, penembakan, perang saudara, gencatan senjata,
    sandera, pemberontak; serangan, perang, kekerasan, kerusuhan, tentara, militer; polisi, tewas
volcano: gunung berapi, erupsi, letusan, lava, lahar, abu vulkanik, meletus; kawah, abu; asap
wildfire: kebakaran hutan, kebakaran lahan, karhutla; kebakaran, hektare, pemadam; api, asap
"""
