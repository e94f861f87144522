/// A part of a language tag that has the right form but is not the code of a language or region.
struct UnknownLanguagePart {
    var text: String
    var kind: String
    var meant: String?
}

/// Returns the first wrong language or region of a tag, or nil if there is none. A two-letter code is wrong if it is
/// unknown, and a three-letter code if the language has a two-letter one. All other three-letter codes are accepted,
/// because they are too many to list.
func unknownPart(ofLanguage tag: String) -> UnknownLanguagePart? {
    let parts = tag.split(separator: "-").map(String.init)
    guard let language = parts.first?.lowercased() else { return nil }
    if let short = shortLanguages[language] {
        return UnknownLanguagePart(text: language, kind: "language code", meant: short)
    }
    if language.utf8.count == 2, !languages.contains(language) {
        return UnknownLanguagePart(text: language, kind: "language code")
    }
    guard let region = parts.dropFirst().first(where: { $0.utf8.count == 2 }), !regions.contains(region.uppercased())
    else { return nil }
    return UnknownLanguagePart(
        text: region, kind: "country code", meant: region.uppercased() == "UK" ? "\(language)-GB" : nil)
}

private let languages = Set(codes.map { String($0.prefix(2)) })

private let shortLanguages = Dictionary(
    codes.flatMap { pair in pair.dropFirst(3).split(separator: "/").map { (String($0), String(pair.prefix(2))) } }
) { first, _ in first }

private let codes = languageList.split(whereSeparator: \.isWhitespace)

/// The codes of ISO 639-1, with the three-letter codes of ISO 639-2.
private let languageList = """
    aa=aar ab=abk ae=ave af=afr ak=aka am=amh an=arg ar=ara as=asm av=ava ay=aym az=aze ba=bak be=bel bg=bul bh=bih
    bi=bis bm=bam bn=ben bo=bod/tib br=bre bs=bos ca=cat ce=che ch=cha co=cos cr=cre cs=ces/cze cu=chu cv=chv
    cy=cym/wel da=dan de=deu/ger dv=div dz=dzo ee=ewe el=ell/gre en=eng eo=epo es=spa et=est eu=baq/eus fa=fas/per
    ff=ful fi=fin fj=fij fo=fao fr=fra/fre fy=fry ga=gle gd=gla gl=glg gn=grn gu=guj gv=glv ha=hau he=heb hi=hin
    ho=hmo hr=hrv ht=hat hu=hun hy=arm/hye hz=her ia=ina id=ind ie=ile ig=ibo ii=iii ik=ipk io=ido is=ice/isl it=ita
    iu=iku ja=jpn jv=jav ka=geo/kat kg=kon ki=kik kj=kua kk=kaz kl=kal km=khm kn=kan ko=kor kr=kau ks=kas ku=kur
    kv=kom kw=cor ky=kir la=lat lb=ltz lg=lug li=lim ln=lin lo=lao lt=lit lu=lub lv=lav mg=mlg mh=mah mi=mao/mri
    mk=mac/mkd ml=mal mn=mon mr=mar ms=may/msa mt=mlt my=bur/mya na=nau nb=nob nd=nde ne=nep ng=ndo nl=dut/nld
    nn=nno no=nor nr=nbl nv=nav ny=nya oc=oci oj=oji om=orm or=ori os=oss pa=pan pi=pli pl=pol ps=pus pt=por qu=que
    rm=roh rn=run ro=ron/rum ru=rus rw=kin sa=san sc=srd sd=snd se=sme sg=sag si=sin sk=slk/slo sl=slv sm=smo sn=sna
    so=som sq=alb/sqi sr=srp ss=ssw st=sot su=sun sv=swe sw=swa ta=tam te=tel tg=tgk th=tha ti=tir tk=tuk tl=tgl
    tn=tsn to=ton tr=tur ts=tso tt=tat tw=twi ty=tah ug=uig uk=ukr ur=urd uz=uzb ve=ven vi=vie vo=vol wa=wln wo=wol
    xh=xho yi=yid yo=yor za=zha zh=chi/zho zu=zul
    """

/// The codes of ISO 3166-1.
private let regions = Set(
    """
    AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ
    CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO
    FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE
    JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO
    MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW
    PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM
    TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
    """.split(whereSeparator: \.isWhitespace).map(String.init))
