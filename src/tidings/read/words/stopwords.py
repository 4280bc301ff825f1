"""Stop words of the languages we stem; data only."""

# ruff: noqa: RUF001 - words in other alphabets are meant

from __future__ import annotations

_LISTS = {
    "en": """a about above after again against all also am an and any are aren as at be because been before being below
        between both but by can cannot could couldn did didn do does doesn doing don down during each few for from further
        had hadn has hasn have haven having he her here hers herself him himself his how i if in into is isn it its itself
        just ll let may me might more most must mustn my myself no nor not now of off on once one only or other our ours
        ourselves out over own re s said same say says shall shan she should shouldn so some such t than that the their
        theirs them themselves then there these they this those through to too under until up upon us ve very was wasn we
        were weren what when where which while who whom why will with won would wouldn you your yours yourself yourselves""",
    "de": """aber alle allem allen aller alles als also am an ander andere anderem anderen anderer anderes auch auf aus bei
        bin bis bist da damit dann das dass dasselbe dazu dein deine deinem deinen deiner dem den denn denen der deren des
        dessen dich die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines einig
        einige einigem einigen einiger einiges er es etwas euch euer eure für gegen gewesen hab habe haben hat hatte hatten
        hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in indem ins ist jede jedem jeden jeder jedes jene
        jetzt kann kein keine keinem keinen keiner können könnte machen man manche mehr mein meine meinem meinen meiner mich
        mir mit muss musste nach nicht nichts noch nun nur ob oder ohne sehr sein seine seinem seinen seiner seit selbst sich
        sie sind so solche soll sollte sondern sonst um und uns unser unsere unter viel vom von vor während war waren was weg
        weil weiter welche welcher wenn werde werden wie wieder will wir wird wo wollen wollte wurde wurden würde würden zu
        zum zur zwar zwischen über""",
    "fr": """a ai aie au aucun aussi autre aux avait avec avoir avons ayant c car ce ceci cela celle celui ces cet cette
        ceux chaque ci comme comment contre d dans de depuis des deux dit doit donc dont du elle elles en encore entre es est
        et étaient était étant être eu eux fait faire fois font fut hors il ils j je jusqu l la là le les leur leurs lors lui
        m ma mais me même mes moi moins mon n ne ni nos notre nous on ont ou où par parce pas pendant peu peut plus plusieurs
        pour pourquoi qu quand que quel quelle quelles quels qui quoi s sa sans se sera ses si son sont sous sur t ta tandis
        te tes toi ton tous tout toute toutes très tu un une vers vos votre vous y à ça""",
    "es": """a al algo algunas algunos ante antes aquel aquella así aunque cada como con contra cual cuando cuándo de del
        desde donde dos durante e el él ella ellas ellos en entre era eran eres es esa esas ese eso esos esta está están
        estaba estado estar estas este esto estos fue fueron ha había habían haber han hasta hay la las le les lo los más me
        mi mientras mis mismo mucho muy nada ni no nos nosotros nuestra nuestro o os otra otras otro otros para pero poco por
        porque pues que qué quien quién quienes se sea según ser será si sí sido sin sobre solo son su sus tal también tan
        tanto te tiene tienen toda todas todo todos tras tu tus un una uno unos usted vosotros y ya yo""",
    "pt": """a à ainda algo alguma ante antes ao aos apenas aquela aquele aquilo as às assim até cada com como contra da
        das de dela dele deles depois desde dessa desse desta deste do dos e é ela elas ele eles em entre era eram essa essas
        esse esses esta está estão estas estava este estes eu foi foram há isso isto já lhe lhes mais mas me mesmo meu meus
        minha muito na nas não nem no nos nós nossa nosso num numa o onde os ou para pela pelas pelo pelos pois por porque
        quais qual quando quanto que quem se seja sem ser será seu seus si sido só sob sobre sua suas também tão te tem têm
        tendo ter teve tinha todo todos toda todas tu um uma umas uns você vocês""",
    "it": """a ad agli ai al alla alle allo anche ancora avere aveva avevano c che chi ci ciò coi col come con contro cui
        d da dagli dai dal dalla dalle dallo degli dei del dell della delle dello dentro di dopo dove due e è ed era erano
        essere fa fra fu gli ha hai hanno ho i il in io l la le lei li lo loro lui ma me mentre mi mia mio molto ne negli nei
        nel nell nella nelle nello no noi non nostra nostro o ogni ora per perché però più poi prima può qual quale quali
        quando quanto quasi quella quelle quelli quello questa queste questi questo qui se sé sei senza si sia siamo sono
        sopra sotto sta stata stato stati su sua sue sugli sui sul sulla sulle sullo suo suoi tra tu tutta tutte tutti tutto
        un una uno vi voi""",
    "nl": """aan al alle alles als altijd andere ben bij daar dan dat de der deze die dit doch doen door dus een eens en er
        ge geen geweest haar had heb hebben heeft hem het hier hij hoe hun iemand iets ik in is ja je kan kon kunnen maar me
        meer men met mij mijn moet na naar niet niets nog nu of om omdat onder ons ook op over reeds te tegen toch toen tot u
        uit uw van veel voor want waren was wat we weer wel welke werd wezen wie wij wil worden wordt zal ze zei zelf zich
        zij zijn zo zonder zou""",
    "ru": """а без более больше будет будто бы был была были было быть в вам вас вдруг ведь во вот впрочем все всегда всего
        всех всю вы где да даже два для до другой его ее ей ему если есть еще ещё ж же за зачем здесь и из или им иногда их к
        как какая какой когда конечно кто куда ли лучше между меня мне много может можно мой моя мы на над надо наконец нас
        не него нее ней нельзя нет ни нибудь никогда ним них ничего но ну о об один он она они опять от перед по под после
        потом потому почти при про раз разве с сам свою себе себя сейчас со совсем так такой там тебя тем теперь то тогда
        того тоже только том тот три тут ты у уж уже хорошо хоть чего чем через что чтоб чтобы чуть эти этого этой этом этот
        эту я""",
    "ar": """في من على إلى الى عن مع هذا هذه ذلك تلك التي الذي الذين هو هي هم كان كانت يكون أن ان إن ما لا لم لن قد كل بعد قبل
        بين حتى إذا اذا ثم أو او كما لكن عند عندما منذ خلال حول غير أي اي أيضا نحو ضد به بها له لها لهم فيه فيها عليه عليها
        منه منها و ف ب ل ك أنه انه أنها انها وقد وفي ومن وقال قال""",
    "tr": """acaba ama ancak artık asla aslında az bana bazı belki ben beni benim beri bir birçok biri birkaç biz bize bizi
        bizim bu buna bunda bundan bunlar bunu bunun burada çok çünkü da daha de defa değil diye dolayı en gibi göre hem hep
        hepsi her hiç için içinde ile ise işte kadar karşı ki kim kimse mı mi mu mü nasıl ne neden nerede niye o olan olarak
        oldu olduğu olur on ona ondan onlar onu onun sadece sanki sen siz sonra şey şu tarafından tüm üzere var ve veya ya
        yani yok""",
    "id": """ada adalah agar akan aku anda antara apa apakah atas atau bagi bahwa banyak beberapa belum bisa bukan dalam
        dan dapat dari demi dengan di dia ia ini itu jika juga kami kamu karena kata ke kepada ketika kita lagi lain lebih
        maka mana masih melalui mereka namun oleh pada para pernah pun saat saja sampai sangat saya sebagai sebelum sebuah
        secara sedang sehingga sejak seperti serta setelah setiap sudah tak tanpa tapi telah tentang terhadap tersebut
        tidak untuk yaitu yang""",
    "sv": """alla allt att av blev bli blir dem den denna de deras dess det detta dig din du då där efter ej eller en er
        ett från för ha hade han hans har henne hennes hon honom hur här i icke inte jag ju kan kunde man med mellan men mig
        min mot mycket ni nu när någon något några och om oss på samma sedan sig sin sina ska skulle som så till under upp
        ut utan vad var vara varit vi vid vilken över än är""",
    "pl": """a aby ale bardzo bez bo by być był była było były co czy dla do gdy gdzie go i ich ile im in inne iż ja jak
        jako je jednak jego jej jest jeszcze już kiedy kto która które którego której który których lub ma może można mu na
        nad nie niż o od on ona oni oraz po pod przed przez przy się są ta tak także tam te tego tej ten to tu tych tylko tym
        u w we wiele więc wszystko z za ze że""",
}

STOP_WORDS = {language: frozenset(words.split()) for language, words in _LISTS.items()}
