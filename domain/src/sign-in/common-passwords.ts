/**
 * Passwords and words that guessers try first (D6), in lower case. Words have no trailing digits
 * and signs, which `passwords.ts` strips before the lookup; digits and keyboard rows are complete.
 */
const words = `
password passwort passwords passcode passphrase passw passme mypassword newpassword thepassword
password1password letmein letmeinnow letitbe openup opensesame welcome welcomeback welcomehome
iloveyou iloveyoualot iloveu iloveme iloveyouu ilovegod ilovejesus ilovemom loveme lovelove loveyou
lover lovers lovely loving trustno trustme trustnoone changeme changethis changeit default secret
secrets secret1secret topsecret master masterkey admin administrator adminadmin administrador root
rootroot toor superuser superman batman spiderman ironman wonderwoman captain superstar superhero
user username useruser guest guestguest test tester testing testtest test1test testuser demo demodemo
sample example temp temporary temppass login loginlogin logmein signin signup account access
accessgranted unlock security secure server system computer internet google facebook instagram
twitter youtube yahoo hotmail gmail amazon paypal netflix microsoft windows apple iphone android
samsung nokia linkedin myspace whatever whatsup nothing nopassword none null undefined unknown
dragon dragons dragonball dragonfly monkey monkeys monkey1monkey tiger tigers tigger lion lions
panther panthers eagle eagles falcon falcons hawk hawks bear bears wolf wolves wolfpack rabbit bunny
kitten kitty kittycat hellokitty pussycat puppy puppies doggie doggy dolphin dolphins butterfly
ladybug chicken turtle elephant penguin penguins pony horses horse shadow shadows princess prince
princesa queen kingking king angel angels angelica angelina babygirl babyboy baby babydoll sweetie
sweetheart sweetpea sweety honey honeybee sugar cookie cookies cupcake chocolate strawberry blueberry
cherry banana orange apples applepie peaches peanut pumpkin pickle pepper ginger cinnamon vanilla
caramel coffee cheese pizza bacon butter jelly jellybean candy lollipop bubbles bubblegum
football baseball basketball softball soccer hockey tennis golf golfer golfing volleyball swimming
surfing skateboard snowboard running wrestling boxing fishing hunting hunter camping racing racer
cowboys dallascowboys steelers packers patriots raiders broncos redskins dolphin yankees redsox
lakers bulls celtics chelsea arsenal liverpool barcelona realmadrid juventus manchester united
manutd everton rangers ronaldo messi michael michaeljordan jordan jordan23 lebron kobe mustang
mustangs camaro corvette ferrari porsche mercedes bmwbmw toyota honda yamaha suzuki kawasaki harley
harleydavidson chevy chevrolet ford fordtruck dodge dodgeram silverado peterbilt kenworth freightliner
caterpillar trucker truckers truckdriver trucking trucks bigtruck diesel turbo
sunshine sunflower sunset sunny summer summertime spring springtime winter autumn fall january
february march april august september october november december monday tuesday wednesday thursday
friday saturday sunday holiday christmas merrychristmas halloween easter birthday happybirthday
vacation weekend rainbow rainbows moonlight moon starlight star stars stardust starwars startrek
skywalker lukeskywalker darthvader yoda jedi stormtrooper gandalf frodo hobbit lordoftherings
harrypotter hermione hogwarts voldemort matrix neo terminator rambo rocky scarface godfather
simpsons homer bart southpark spongebob scooby scoobydoo mickey mickeymouse minnie donald snoopy
garfield pokemon pikachu charizard naruto sasuke goku vegeta minecraft fortnite roblox callofduty
warcraft worldofwarcraft starcraft zelda mario luigi sonic sephiroth nintendo playstation xbox
halflife counterstrike doom quake gamer gaming player ninja samurai warrior warriors knight knights
soldier marine marines army navy airforce military sniper killer assassin phantom ghost demon devil
lucifer satan diablo vampire zombie zombies metallica nirvana slipknot slayer ironmaiden blink182
linkinpark greenday acdc eminem tupac rammstein beatles rollingstones pinkfloyd elvis britney
beyonce shakira rihanna justin justinbieber hannahmontana onedirection
freedom liberty america american usausa unitedstates california texas florida newyork newyorkcity
chicago boston dallas denver austin houston phoenix london paris france germany deutschland england
canada mexico australia brazil india pakistan hawaii vegas lasvegas hollywood
jesus jesuschrist jesusislord christ christian church heaven blessed blessing faith faithful believe
hope grace gracie mercy glory hallelujah praisegod godisgood godislove iamgod bible
family mother father mommy daddy mummy brother sister daughter grandma friends bestfriend bestfriends
forever foreverlove forever21 together happy happiness happyday smile smiley smiles beautiful
gorgeous pretty hottie sexy sexygirl sexything playboy playgirl cutie cutiepie handsome awesome
amazing fantastic perfect special magic magical dream dreams dreamer fantasy destiny fortune lucky
luckyone winner winners champion champions success millionaire money moneymoney cash dollar dollars
rich gold golden silver diamond diamonds crystal platinum pearl ruby emerald sapphire purple yellow
green blue bluesky red redred black blackcat blackjack white whitewhite pink pinky orange1orange
andrew anthony ashley amanda alexander alexandra alexis alejandro antonio barbara benjamin brandon
brandy brittany bryan cameron carlos carolina caroline catherine charles charlie charlotte chelsea1
christian1 christina christine christopher chris crystal1 cynthia daniel danielle danielito david
deborah dennis diana dominic donna dorothy douglas edward eduardo elizabeth emily eric ernesto
fernando fernanda francis francisco frank gabriel gabriela gabriella george gerald gregory hannah
harold heather helen henry isabella jackson jacob james jasmine jason jeffrey jennifer jeremy
jessica jessie joanna johnny johnson jonathan jordan1 joseph joshua juanita julian justin1 karen
katherine kathleen kelly kenneth kevin kimberly kristen kristina lauren laura leonardo linda lindsey
lorenzo louise madison margaret maria mariana martin martinez matthew maurice melanie melissa
michelle miguel monica morgan natalie natasha nathan nicholas nicole olivia oliver pamela patricia
patrick philip rachel raymond rebecca ricardo richard robert roberto rodriguez ronald rosemary
roxanne russell samantha samuel sandra savannah scott sebastian sharon shannon sophia stephanie
stephen steven susana tamara taylor teresa theresa thomas tiffany timothy tyler valentina valerie
vanessa veronica vanessa1 victor victoria vincent virginia walter wendy william williams xavier
yolanda zachary buster maggie bailey max molly buddy rocky1 cooper lucky1 bella daisy
`;

const typed = `
12345678 123456789 1234567890 0123456789 12345678910 123456781 87654321 987654321 9876543210
0987654321 11223344 1122334455 112233445566 12341234 12344321 123123123 123321123 123454321
1234554321 147258369 159357159 159753159 147852369 741852963 789456123 7894561230 456123789
321321321 13579 1357924680 2468013579 246813579 10203040 1020304050 102030405060 20202020 19841984
19851985 19861986 19871987 19881988 19891989 19901990 19911991 20002000 12121212 13131313 14141414
21212121 23232323 69696969 31415926 31415926535 27182818 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx
1qaz2wsx3edc 1qazxsw2 zaq12wsx zaq1zaq1 zaq1xsw2 zaq!2wsx q1w2e3r4 q1w2e3r4t5 qaz123wsx qazwsx
qazwsxedc qazwsxedcrfv qazxswedc wsxedcrfv qweasd qweasdzxc qweasdzxc123 qwe123qwe qwe123asd asd123asd
123qweasd 123qwe 123qweasdzxc 12qwaszx 12qw34er 1234qwer 12345qwert 123456qwerty qwer1234 qwert12345
qwerty qwerty123456 qwerty12 qwertyui qwertyuiop qwertyuiop123 qwertyuiopasdfghjkl qwertz qwertzuiop
qwertyqwerty qwerqwer qwaszx azerty azertyuiop asdfgh asdfghjk asdfghjkl asdfasdf asdf1234 asdfqwer
asdfzxcv asdasd asdasdasd asdfjkl zxcvbn zxcvbnm zxcvbnm123 zxczxczxc zxcvzxcv zxcvasdf poiuytrewq
lkjhgfdsa mnbvcxz mnbvcxzlkjhgfdsa a1b2c3d4 a1b2c3d4e5 a1s2d3f4 abcd1234 abcd12345 abc12345 abc123abc
abcabc abcabcabc abcdef abcdefg abcdefgh abcdefghi abcdefghij abcdefghijk aabbccdd aabbccddee a1234567
a12345678 a123456789 aa123456 aa12345678 aaa111 abc123456 123456abc 12345abc 1234abcd 123abc123
123abcabc q1234567 q12345678 w1234567 z1234567 x1234567 asd12345 asd123456 qwe12345 qwe123456
p@ssword p@ssw0rd pa55word pa55w0rd pa$$word pa$$w0rd passw0rd p4ssword p4ssw0rd pass1234 pass12345
pass123word password12345678 123password 1password 1234password admin123admin admin12345678
11111aaa 111222333 111222333444 1111122222 0000011111 00001111 11110000 11112222 99998888 77778888
00112233 0011223344 55667788 66778899 99887766 998877665544 12481632 5201314520 woaini1314 woaini520
woaini iloveyou3000 ihateyou fuckyou fuckyou2 fuckme fuckoff fucker asshole bullshit bitch bastard
motherfucker suckit biteme eatme hello hellohello helloworld hello12345678 hithere goodbye goodluck
goodmorning goodnight goodtimes thankyou please pleasework sayhello
`;

/** All common passwords; look them up in lower case. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `${words} ${typed}`.trim().split(/\s+/),
);
