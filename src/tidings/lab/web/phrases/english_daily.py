"""English phrases of everyday news, which is background for the target topics."""

from __future__ import annotations

from collections.abc import Mapping

from tidings.lab.web.phrases.grammar import Topic

_SPORT = Topic(
    "football",
    (
        "{place} win derby in stoppage time",
        "Late goal sends {town} out of the cup",
        "Injury blow for {place} before season opener",
        "Coach {chief} extends contract",
        "Rowers from {town} take silver",
        "Full stadium for the return match in {place}",
        "Youth academy in {region} gets new pitch",
        "Marathon closes streets in {place}",
    ),
    (
        "The home side took the lead in the {small}th minute with a header.",
        "{chief} praised his defence after the match in {place}.",
        "Some {big} spectators came to the stadium, a record for the season.",
        "The visitors from {town} hit the post twice before half-time.",
        "Striker {witness} scored the winner from the penalty spot.",
        "The league table is led by {place}, two points ahead of {town2}.",
        "A knee injury keeps captain {witness2} out for {small} weeks.",
        "Fans sang in the rain long after the final whistle.",
        "The referee needed the video screen three times.",
        "Next week the team travels to {elsewhere} for the quarter-final.",
        "The club signed a goalkeeper on loan until summer.",
        "Tickets for the final cost up to {big} and sold out in an hour.",
        "The basketball team of {town2} won its {small}th game in a row.",
        "Runners set off at nine in front of the town hall of {place}.",
    ),
)

_CULTURE = Topic(
    "festival",
    (
        "Film festival opens in {place}",
        "Museum in {town} shows forgotten painter",
        "Street music returns to {place}",
        "Novelist {witness} wins prize of {region}",
        "Old cinema in {town2} saved",
        "Choir from {town} sings in {elsewhere}",
        "{place} book fair draws record crowd",
        "A theatre finds a new home",
    ),
    (
        "The festival in {place} shows {injured} films from {small} countries.",
        "The museum has restored {small} rooms and hung the paintings by year.",
        "Director {witness} called the premiere a gift to the city.",
        "Visitors queued around the block in {town} for the opening concert.",
        "The jury praised the novel for its quiet humour.",
        "An orchestra of students plays on the bank of the {river}.",
        "The exhibition remains open until the end of the season.",
        "Actors rehearse in a former tram depot in {town2}.",
        "The city pays a third of the cost, sponsors the rest.",
        "Photographs from the archives tell of {region} a hundred years ago.",
        "Dancers from {elsewhere} closed the programme.",
        "Tickets are free for children and pupils.",
        "The curator, {witness2}, had searched attics for letters of the painter.",
        "Booksellers from {country} present their autumn lists.",
    ),
)

_COUNCIL = Topic(
    "council",
    (
        "Council of {place} passes budget",
        "Tram to {town} will cost more",
        "{mayor} faces vote over car-free centre",
        "Rents in {place} rise again",
        "School in {town2} gets new roof",
        "Parking fees divide the council",
        "Hospital plan for {region} presented",
        "New bridge over the {river} approved",
    ),
    (
        "The city council of {place} passed the budget with {small} votes to spare.",
        "{mayor} wants to close the centre to cars at weekends.",
        "The tram extension to {town} is two years late and {big} million over plan.",
        "Tenants complained about rents that rose by {small} per cent.",
        "The opposition called the parking fees unfair to commuters.",
        "A new primary school in {town2} will have room for {injured} children.",
        "The committee heard planners, shop owners and cyclists.",
        "Work on the bridge over the {river} begins next spring.",
        "The regional assembly of {region} must still agree.",
        "Libraries will open on Sundays for a trial period.",
        "The finance officer warned of falling tax income.",
        "Residents collected {big} signatures against the plan.",
        "A motion on bus fares was put off until {weekday}.",
        "The clinic at {town} will lose its maternity ward.",
    ),
)

_BUSINESS = Topic(
    "economy",
    (
        "Factory in {town} to hire {injured}",
        "Start-up from {place} raises {big} million",
        "Retail sales fall in {country}",
        "Shipyard wins order",
        "Bank closes branches in {region}",
        "Wine growers near {town2} expect good year",
        "Strike at {place} airport called off",
        "Prices in {country} rise more slowly",
    ),
    (
        "The company from {place} raised its forecast for the year.",
        "Exports from {region} grew by {small} per cent in the first quarter.",
        "The plant in {town} will build batteries for buses.",
        "Shares rose by {small} per cent after the announcement.",
        "The central bank of {country} left its rate unchanged.",
        "Unions and employers agreed on higher wages and one more day of leave.",
        "Retailers in {place} hope for the holiday season.",
        "Founder {witness} wants to double the number of engineers.",
        "Investors from {elsewhere_country} bought a quarter of the firm.",
        "The airport counted {big} thousand passengers in one month.",
        "Energy costs remain the largest worry of small firms.",
        "The chamber of commerce in {town2} offers courses for apprentices.",
        "Growers expect a harvest of fine quality.",
        "A court confirmed the fine against the supplier.",
    ),
)

_COURT = Topic(
    "court",
    (
        "Court in {place} sentences former treasurer",
        "Police find stolen violins in {town}",
        "Trial over bakery fraud opens",
        "Burglars of {town2} caught",
        "Witness breaks silence in {place} trial",
        "Appeal in smuggling case rejected",
        "Judge orders new inquiry",
        "Thieves take {small} bronze statues",
    ),
    (
        "The district court of {place} sentenced the accused to {small} years.",
        "The prosecutor spoke of greed and a rare cold-bloodedness.",
        "Police searched {small} flats in {town} and {town2}.",
        "The defence lawyer, {witness}, announced an appeal.",
        "Detectives found cash and jewellery in a garage.",
        "The former treasurer had moved {big} thousand to accounts abroad.",
        "Three witnesses recognised the accused in court.",
        "The judge reminded the jury of its duty to doubt.",
        "Customs officers at the border stopped a lorry from {elsewhere}.",
        "The case had occupied investigators in {region} for {small} years.",
        "The verdict is not yet final.",
        "Expert {witness2} explained how the signatures had been forged.",
        "The stolen instruments are worth {big} thousand.",
        "The victims hope to see some of their money again.",
    ),
)

_HEALTH = Topic(
    "health",
    (
        "Clinic in {place} tests new vaccine",
        "Flu season begins early in {region}",
        "Doctors in {town} see more allergies",
        "Nurses from {elsewhere_country} arrive",
        "What helps against sleeplessness",
        "Research centre opens in {place}",
        "Heat plan for care homes",
        "Blood donors wanted in {town2}",
    ),
    (
        "Researchers at the clinic in {place} follow {big} volunteers for two years.",
        "The flu arrived {small} weeks earlier than usual in {region}.",
        "Family doctors in {town} report full waiting rooms.",
        "The health office recommends the vaccination from the age of sixty.",
        "Nurse {witness} trains colleagues from {elsewhere_country}.",
        "Sleep researchers advise a cool room and no screens.",
        "The new centre employs {injured} scientists.",
        "Care homes in {town2} installed blinds and fans.",
        "Blood of group zero is scarce in the hospitals of {country}.",
        "The study appeared in a medical journal this week.",
        "Side effects were mild and passed after a day.",
        "Health insurers will pay for the test from next year.",
        "Pollen counts were the highest for {small} years.",
        "A bus with a dentist visits villages in the {hills}.",
    ),
)

DAILY: Mapping[str, Topic] = {
    "football": _SPORT,
    "festival": _CULTURE,
    "council": _COUNCIL,
    "economy": _BUSINESS,
    "court": _COURT,
    "health": _HEALTH,
}
