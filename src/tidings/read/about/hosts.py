"""Knowledge about hosts of many countries: domains, endings and words by kind of source; it decides nothing."""

from __future__ import annotations

_SITES = {
    "news": """
        abc.es abc.com.py abc.net.au afp.com afr.com ahram.org.eg ajc.com alarabiya.net aljazeera.com aljazeera.net
        almasryalyoum.com allafrica.com altinget.dk ansa.it aol.com ap.org apnews.com arabnews.com arynews.tv asahi.com
        axios.com b92.net baltimoresun.com bangkokpost.com bbc.co.uk bbc.com bfmtv.com bild.de blick.ch bloomberg.com
        bostonglobe.com boston.com breitbart.com businessinsider.com buzzfeednews.com cadenaser.com caixin.com cbc.ca
        cbsnews.com ceskatelevize.cz channelnewsasia.com channel4.com chicagotribune.com chosun.com chron.com cnbc.com
        clarin.com cnn.com cnnindonesia.com csmonitor.com ctvnews.ca dailymail.co.uk dawn.com denverpost.com derstandard.at
        detik.com dn.pt dn.se donga.com dr.dk dw.com economist.com efe.com elcolombiano.com elcomercio.pe
        elconfidencial.com eldiario.es elespectador.com elmundo.es elpais.com elperiodico.com eltiempo.com emol.com
        eleconomista.com.mx euronews.com express.co.uk faz.net fd.nl focus.de forbes.com foxnews.com france24.com
        francetvinfo.fr franceinfo.fr ft.com g1.globo.com globo.com globalnews.ca haaretz.com hani.co.kr
        heise.de hespress.com hln.be hotnews.ro hs.fi huffingtonpost.com huffpost.com idnes.cz ilfattoquotidiano.it
        ilsole24ore.com index.hr index.hu indiatimes.com indiatoday.in infobae.com interfax.ru iltalehti.fi
        indianexpress.com inquirer.net iol.co.za iprofesional.com jn.pt jpost.com kathimerini.gr kompas.com kp.ru krone.at
        ksta.de kurier.at kyodonews.net la-croix.com lapresse.ca lanacion.com.ar lastampa.it
        latercera.com latimes.com lavanguardia.com leparisien.fr lefigaro.fr lemonde.fr lenta.ru lesechos.fr lexpress.fr
        liberation.fr liputan6.com lesoir.be manoramaonline.com mainichi.jp marca.com meduza.io metro.co.uk mediapart.fr
        milenio.com mirror.co.uk mlive.com mopo.de motherjones.com msn.com msnbc.com n-tv.de nbcnews.com ndtv.com newsweek.com
        newyorker.com nhk.or.jp nikkei.com nj.com nola.com nos.nl novinky.cz npr.org nrc.nl nrk.no ntv.com.tr nu.nl nypost.com
        nydailynews.com nytimes.com nzz.ch ndr.de observador.pt oe24.at onet.pl oregonlive.com orf.at pagina12.com.ar
        pbs.org philly.com inquirer.com philstar.com politico.com politico.eu politiken.dk
        prothomalo.com protothema.gr publico.es publico.pt punchng.com radiofrance.fr rai.it rainews.it rappler.com rbc.ru
        repubblica.it reuters.com rfi.fr ria.ru rnz.co.nz rp.pl rp-online.de rt.com rtbf.be rte.ie rtl.de rtp.pt rtve.es
        ruv.is salon.com scmp.com seznamzpravy.cz sfgate.com sky.com sky.it slate.com slate.fr smh.com.au spiegel.de
        sr.se srf.ch standaard.be stern.de stltoday.com stuff.co.nz sueddeutsche.de svt.se swr.de swissinfo.ch
        tagesschau.de tagesspiegel.de tass.com tass.ru taz.de telegraaf.nl telesurtv.net telex.hu
        theatlantic.com theconversation.com theguardian.com theglobeandmail.com thehill.com thehindu.com theintercept.com
        thelocal.se theage.com.au thedailybeast.com thestar.com thestar.com.my thesun.co.uk thewire.in time.com
        tuoitre.vn tv2.no tv4.se tvn24.pl ukrinform.ua unian.net uol.com.br upi.com usatoday.com usnews.com vesti.ru
        vg.no vice.com vnexpress.net voanews.com volkskrant.nl vox.com vrt.be washingtonpost.com wdr.de welt.de wired.com
        wp.pl wsj.com wyborcza.pl xinhuanet.com yahoo.com yle.fi ynet.co.il yna.co.kr yomiuri.co.jp zdf.de zeit.de
        20min.ch 20minutes.fr 20minutos.es 24heures.ch 9news.com.au biobiochile.cl cooperativa.cl
        semana.com reforma.com jornada.com.mx lasillavacia.com elobservador.com.uy estadao.com.br terra.com.br
        cartacapital.com.br mg.co.za ghanaweb.com myjoyonline.com seneweb.com jeuneafrique.com premiumtimesng.com guardian.ng
        vanguardngr.com nation.africa theeastafrican.co.ke elwatan.com leral.net clubofmozambique.com ewn.co.za
        thairath.co.th vietnamnet.vn tempo.co republika.co.id malaysiakini.com astroawani.com gmanetwork.com
        chinadaily.com.cn people.com.cn cctv.com cgtn.com sina.com.cn sohu.com ifeng.com thepaper.cn udn.com ltn.com.tw
        joins.com joongang.co.kr khan.co.kr sbs.co.kr kbs.co.kr jagran.com bhaskar.com amarujala.com aajtak.in
        manilatimes.net antaranews.com okezone.com sindonews.com geo.tv dunyanews.tv kantipuronline.com onlinekhabar.com
        hurriyet.com.tr milliyet.com.tr sozcu.com.tr cumhuriyet.com.tr irna.ir isna.ir farsnews.ir presstv.ir
        annahar.com lorientlejour.com naharnet.com mena.org.eg youm7.com shorouknews.com aawsat.com asharq.com
        pravda.com.ua liga.net censor.net kommersant.ru gazeta.ru vedomosti.ru
        policeone.com ems1.com firerescue1.com policemag.com patch.com
    """,
    "government": """
        aemet.es auswaertiges-amt.de bamf.de bbk.bund.de belgium.be berlin.de bka.de bundesrat.de bundesregierung.de bundestag.de
        bundespolizei.de canada.ca dsb.no dwd.de elysee.fr europa.eu fbi.gov folkhalsomyndigheten.se
        government.nl government.ru government.se hamburg.de ipma.pt koeln.de kremlin.ru lamoncloa.es madrid.es meteo.fr
        meteofrance.fr meteofrance.com meteoschweiz.ch meteosuisse.ch mil.ru msb.se muenchen.de nasa.gov nhs.uk parlamento.pt
        parlament.ch parliament.uk politi.dk politi.no politie.nl polisen.se regeringen.se regjeringen.no rijksoverheid.nl
        rki.de royal.uk senat.fr assemblee-nationale.fr senato.it camera.it service-public.fr smhi.se thw.de toulouse.fr paris.fr
        vigicrues.fr vlaanderen.be wallonie.be wien.at zh.ch zoll.de bayern.de sachsen.de nrw.de
        barcelona.cat gencat.cat navarra.es maroc.ma cenapred.unam.mx vedur.is met.ie met.no knmi.nl imgw.pl
    """,
    "ngo": """
        acaps.org accioncontraelhambre.org actalliance.org actionaid.org actionagainsthunger.org adra.org aclu.org amnesty.org
        afdb.org adb.org alnap.org asean.org au.int avaaz.org brot-fuer-die-welt.de brookings.edu cafod.org.uk
        care.org care-international.org cartercenter.org caritas.de caritas.org crs.org
        cgiar.org chathamhouse.org christianaid.org.uk concern.net croix-rouge.fr crisisgroup.org cri.it
        directrelief.org doctorswithoutborders.org drc.ngo drk.de dec.org.uk ecowas.int emergency.it fao.org
        feedingamerica.org fews.net gatesfoundation.org gdacs.org gfdrr.org globalgiving.org goal.ie greenpeace.org
        greenpeace.de habitat.org handicap-international.org helpage.org hi.org hrw.org humanitarianresponse.info
        iadb.org icrc.org ifrc.org ifad.org iica.int ilo.org imf.org internal-displacement.org interaction.org
        internationalmedicalcorps.org iom.int islamic-relief.org islamic-relief.org.uk islamicrelief.de iucn.org
        jrs.net kiva.org malteser-international.org medair.org medecinsdumonde.org mercycorps.org misereor.de msf.org
        nato.int nrc.no ocha.org oecd.org oas.org osce.org ohchr.org openstreetmap.org hotosm.org oxfam.org
        paho.org partnersinhealth.org peta.org plan-international.org preventionweb.net prb.org projecthope.org
        refugeesinternational.org reliefweb.int rescue.org rsf.org samaritanspurse.org
        savethechildren.org savethechildren.net savethechildren.org.uk secours-catholique.org shelterbox.org sosvillages.org
        spherestandards.org tearfund.org transparency.org translatorswithoutborders.org un.org unaids.org
        undp.org undrr.org unece.org unep.org unesco.org unfpa.org unhabitat.org unhcr.org unicef.org unicef.de unido.org
        unitar.org unocha.org unodc.org unops.org unrwa.org unwomen.org voiceeu.org warchild.org.uk
        wateraid.org welthungerhilfe.de wfp.org who.int wmo.int worldbank.org worldvision.org wto.org wvi.org wwf.org wwf.de
        wri.org zakat.org salvationarmy.org salvationarmyusa.org splcenter.org thenewhumanitarian.org irinnews.org
    """,
    "social": """
        9gag.com baidu.com bilibili.com bsky.app dailymotion.com discord.com disqus.com douban.com douyin.com facebook.com fb.com
        flickr.com gab.com imgur.com instagram.com kakao.com line.me linkedin.com liveleak.com mastodon.social mastodon.online
        meetup.com nairaland.com nextdoor.com ok.ru parler.com periscope.tv pinterest.com pantip.com ptt.cc quora.com reddit.com
        rumble.com snapchat.com soundcloud.com stackexchange.com stackoverflow.com storify.com t.co t.me telegram.me telegram.org
        threads.net tiktok.com truthsocial.com twitch.tv twitter.com vimeo.com vk.com weibo.com weibo.cn whatsapp.com
        x.com xing.com youtu.be youtube.com zhihu.com 4chan.org lemmy.world threads.com odysee.com
    """,
    "blog": """
        altervista.org ameblo.jp blogger.com bloggang.com blogfa.com bloglines.com blogs.com canalblog.com centerblog.net
        dreamwidth.org fc2.com ghost.io goo.ne.jp hatenablog.com hatenablog.jp home.blog livejournal.com livedoor.jp medium.com
        mirror.xyz myblog.de naver.com note.com over-blog.com over-blog.net overblog.com posterous.com seesaa.net skyrock.com
        squarespace.com substack.com svbtle.com tistory.com travelblog.org tumblr.com twoday.net typepad.com typepad.fr
        weebly.com wordpress.com write.as xanga.com blogspot.com blog.com wixsite.com
        scienceblogs.com boingboing.net daringfireball.net kottke.org waitbutwhy.com
    """,
    "academic": """
        academia.edu acm.org acs.org aps.org arxiv.org bmj.com biomedcentral.com cambridge.org cnrs.fr copernicus.org core.ac.uk
        cell.com cnr.it csic.es doi.org dtu.dk ethz.ch epfl.ch europepmc.org frontiersin.org fraunhofer.de ku.dk helsinki.fi
        hal.science helmholtz.de hindawi.com ieee.org ingentaconnect.com inria.fr iop.org jamanetwork.com jstor.org
        kuleuven.be leibniz-gemeinschaft.de liu.se lu.se kth.se mdpi.com medrxiv.org biorxiv.org mpg.de muse.jhu.edu
        nature.com nejm.org nber.org oup.com orcid.org pangaea.de peerj.com plos.org pnas.org polimi.it pubmed.gov
        redalyc.org researchgate.net royalsociety.org royalsocietypublishing.org rug.nl sagepub.com scielo.br scielo.org
        science.org sciencedirect.com sciencemag.org sciencespo.fr semanticscholar.org springer.com
        springeropen.com ssrn.com su.se tandfonline.com thelancet.com tudelft.nl tum.de ucm.es uio.no uni-muenchen.de uva.nl uu.se
        ub.edu ulisboa.pt unam.mx unige.ch unibo.it upm.es usp.br utoronto.ca ubc.ca mcgill.ca uu.nl uzh.ch wiley.com zenodo.org
        msu.ru spbu.ru up.pt uba.ar uchile.cl unicamp.br ufrj.br cuni.cz zbmath.org wur.nl eur.nl
    """,
    "other": """
        airbnb.com alibaba.com aliexpress.com allianz.com amazon.com amazon.de amazon.fr amazon.co.uk ancestry.com apple.com
        archive.org accuweather.com bing.com booking.com britannica.com change.org craigslist.org crunchbase.com deviantart.com
        dictionary.com dropbox.com duckduckgo.com ebay.com ebay.de espn.com etsy.com expedia.com fandom.com fifa.com
        findagrave.com github.com gitlab.com gofundme.com google.com homedepot.com hotels.com ikea.com imdb.com indeed.com
        indiegogo.com issuu.com kickstarter.com leboncoin.fr legacy.com lufthansa.com mercadolibre.com.ar microsoft.com
        munichre.com mozilla.org netflix.com openai.com paypal.com prnewswire.com businesswire.com ranker.com
        scribd.com shell.com slideshare.net sncf.com spotify.com steampowered.com swissre.com toyota.co.jp tripadvisor.com
        tripadvisor.de trustpilot.com walmart.com weather.com wikidata.org wikihow.com wikimedia.org
        wikipedia.org wiktionary.org windy.com wunderground.com yandex.ru yelp.com zillow.com murderpedia.org justgiving.com
        archive.today archive.is flashalert.net
    """,
}
SITES = {site: kind for kind, sites in _SITES.items() for site in sites.split()}
"""Kind of source by registrable domain, or by host where one host of a site differs from the others."""

_ENDINGS = {
    "government": """
        gov mil gc.ca govt.nz gob gouv gub gv.at go.jp go.kr go.th go.id go.ke go.tz go.ug go.cr gov.uk police.uk parliament.uk
        nhs.uk mod.uk admin.ch bund.de europa.eu nic.in fed.us state.us gouv.qc.ca gov.br jus.br leg.br mp.br lg.jp
        government.bg overheid.nl polizei.de
    """,
    "academic": "edu ac university",
    "ngo": "int ngo ong charity foundation",
    "news": "news press tv radio fm media",
    "blog": "blog",
    "social": "social forum community",
}
ENDINGS = {ending: kind for kind, endings in _ENDINGS.items() for ending in endings.split()}
"""Kind of source by the end of a host, with or without the code of a country after it (``gov``: ``gov.br``)."""

WORDS = {
    "news": """
        news newsnow newspaper newswire noticias noticia notizie noticies nouvelles actualite actu info24 nachrichten nieuws nyheter nyt
        uutiset novosti novini novine noviny vesti wiadomosci zpravy stiri hirek haber haberler khabar samachar akhbar berita
        warta kabar balita shimbun sinmun ilbo ribao xinwen tintuc
        times herald tribune gazette gazett gazeta gazete gaceta gazzetta daily diario journal jornal giornale periodico
        observer chronicle courier courrier correo correio corriere kurier post poste telegraph telegram telegraaf examiner
        sentinel register enterprise inquirer bulletin dispatch dispatcher mirror guardian independent standard reporter mercury
        citizen advocate leader republic pioneer press presse prensa stampa pers newsroom patriot record
        zeitung tagblatt tageblatt anzeiger rundschau blatt blad dagblad tidning tidende avis aften allgemeine allehanda
        voz vozdigital hoy manana eldia eluniversal nacional lanacion laprensa larepublica eltiempo elcomercio elpueblo
        echo express depeche figaro monde matin soir lematin midi libre
        tv tele television telly radio fm am broadcast channel kanal canal media multimedia cadena
        abc cbs nbc fox univision telemundo cnn bbc itv sky
        vanguard nation monitor sunday weekly morning evening today banner argus globe star sun bee freepress
        ledger blade eagle beacon clarion messenger advertiser spokesman packet appeal outlook optimist delta trib tribuna
        bladet posten postimees razon universo mattino cronaca cronica vision heraldo comercio verdad tiden tovima
        homepage crime localnews stations publishing agency agencia headlines breaking eyewitness argus intelligencer plaindealer item sentinelle vecernji dnevnik
        dziennik rzeczpospolita fakt pravda izvestia kommersant vedomosti kathimerini ethnos sabah hurriyet milliyet cumhuriyet
        ahram ahali watan quds hayat sharq nahar rai jazeera arabiya bangla patrika prabha samayam jagran bhaskar
        sinar kompas tempo suara merdeka rakyat utusan tribun nhandan thanhnien tuoitre bao khaosod matichon
    """,
    "government": """
        gov government gobierno governo regierung gouvernement gouv regering regjeringen hukumet sheriff police policia polizia
        polizei policija politie polisi pd firedept ministry ministerio ministere ministerium ministero ministerstvo
        prefecture prefeitura prefettura mairie ville ayuntamiento municipio municipalidad municipality alcaldia comune
        gemeente kommune stadt cityof countyof county township council senate senado senat congress congreso parliament
        parlament parlamento bundesamt landesamt bundes landkreis kreis embassy embajada ambasciata botschaft ambassade
        proteccioncivil protezionecivile defensacivil defesacivil civildefence civilprotection regione region provincia
        presidencia presidency president army navy airforce weatherservice meteo
    """,
    "ngo": """
        redcross croixrouge croix-rouge cruzroja cruz-roja croce-rossa crocerossa cruzvermelha redcrescent roteskreuz rotes-kreuz
        rodekors rodakorset rodekruis kizilay unicef unhcr oxfam caritas msf medecinssansfrontieres sansfrontieres
        savethechildren worldvision amnesty amnistia greenpeace wwf habitat foundation fundacion fondation stiftung fundacao
        fondazione stichting relief refugee refugees refugie humanitarian humanitaire humanitaria charity aid ong ngo
        solidarity solidarite solidaridad hilfe secours hunger alliance volunteers
    """,
    "academic": """
        university universidad universite universitat universitaet universiteit universita universidade universitas uniwersytet
        college school academy academic univ uni tu fh hochschule polytechnic politecnico institut institute instituto
        faculty faculdade facultad research science sciences scholar journals ecole escuela campus
    """,
    "blog": "blog blogs weblog bloggt bitacora diary tagebuch carnet",
    "social": "forum forums foro foros community communities board boards chat tube social",
    "other": """
        shop store boutique tienda loja hotel hotels travel tours insurance versicherung bank jobs careers realestate
        immobilien auto cars weather wetter funeral obits church wiki games casino recipes lyrics guns
    """,
}
"""Words of host names by kind of source; they say less than a known domain."""
