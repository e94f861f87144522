"""The words that generate.py makes texts of. Every name in them is invented."""

PLACES = """
    みどり台 北一条 港南 桜坂 学園前 中央通り 若葉町 東雲 川端 白樺 松原 鐘楼前 二の丸 大学前 西門前 水車通 朝日ヶ丘
    鳥居坂 石畳 柳小路
""".split()
SHOP_KINDS = """
    喫茶 食堂 ベーカリー 書房 湯処 シネマ 珈琲 美容室 古着屋 麺処 カレー 花屋 ジム 写真館 楽器店 弁当 甘味処 居酒屋
    自転車店 文具店
""".split()
SHOP_NAMES = """
    つむぎ ひなた こだま 青い鳥 灯台 三日月 くるみ なごみ 八重桜 とまり木 雪うさぎ 風見鶏 ミモザ アトリエ ハルニレ
    ポプラ そよかぜ 木漏れ日 ナナカマド 銀の匙
""".split()
ENGLISH_SHOPS = """
    Maple Harbor Lantern Orchard Compass Juniper Granite Willow Northside Bluebird Cedar Foundry Beacon Meadow
    Copper
""".split()
GOODS = """
    日替わりランチ 学生セット 焼きたてパン 映画チケット カット料金 入浴料 ドリンク一杯 定期購読 全商品 ケーキセット
    自家製カレー 体験レッスン 貸切プラン 写真プリント 大盛り無料 トリートメント 一日利用券 新刊コミック
""".split()
OFFERS = "10%割引 15%割引 20%OFF 30%オフ 100円引き 半額 無料 一杯サービス 2つで1つ分の値段 学割価格".split()
TITLE_ENDINGS = [""] * 4 + [" & Friends", " <期間限定>", ' "Student Special"', "（要学生証）", "【新学期】", " 's Choice"]
GUESTS = """
    学生の皆さん 新入生 サークルの仲間 留学生の方 大学院生 近くにお住まいの方 教職員の方 友だち同士 ご家族連れ
    初めての方
""".split()
TIMES = """
    授業の合間に 放課後に 試験期間中も 週末の朝に 雨の日でも 夕方からは 昼休みに 研究の帰り道に 春休みのあいだ
    夜九時まで
""".split()
COMFORTS = """
    ゆっくりと過ごせる席 地元の野菜を使った料理 手作りの焼き菓子 静かな読書スペース 無料の無線接続
    電源のある窓際の席 季節ごとの限定メニュー 広い自転車置き場 店主おすすめの一冊 落ち着いた照明
""".split()
PRAISES = """
    を用意しています をお楽しみいただけます が人気です をぜひお試しください をご案内しています が自慢です
    をお得にご利用いただけます を毎日入れ替えています
""".split()
CONDITIONS = """
    会計の前に学生証をご提示ください。 ほかの割引との併用はできません。 混雑時は一時間制となります。
    お一人様一日一回までご利用いただけます。 在庫がなくなり次第終了となります。 祝日は対象外となる場合があります。
    予約は電話または公式サイトから承ります。 アプリの画面をスタッフにお見せください。
    オンライン注文にも対応しています。 五名以上の場合は事前にご連絡ください。 アレルギーのある方はお申し出ください。
    小さなお子様連れも歓迎です。
""".split()
ENGLISH_SUBJECTS = [
    "The counter seats",
    "Our weekday menu",
    "The student card",
    "This coupon",
    "The second floor",
    "Each visit",
    "Late opening",
    "The house blend",
    "A short walk from the main gate",
]
ENGLISH_VERBS = [
    "comes with",
    "is valid together with",
    "includes",
    "pairs well with",
    "can be exchanged for",
    "gives you",
    "starts from",
]
ENGLISH_OBJECTS = [
    "a free refill until closing",
    "one extra topping of your choice",
    "a quiet place to finish a report",
    "any item under 900 yen",
    "a small dessert on rainy days",
    "priority seating for groups of four",
    "a stamp toward the next reward",
    "ten percent off regular prices",
]
CLUB_SECTIONS = "体育 文化 音楽 学術 ボランティア 国際 芸術 報道".split()
CLUB_TOPICS = """
    軟式 硬式 合唱 写真 天文 登山 茶道 囲碁 演劇 吹奏楽 英語 ロボット 映画 文芸 弓道 アカペラ 国際交流 環境 料理
    ダンス
""".split()
CLUB_KINDS = "部 同好会 研究会 サークル クラブ 愛好会".split()
# Each stands here as often as it occurs in 100 deals.
CATEGORIES = ["food"] * 50 + ["leisure"] * 20 + ["beauty"] * 18 + ["subscription"] * 12
CLIENTS = [
    "株式会社みどり企画",
    "北星不動産",
    "ことり予備校",
    "青葉引越センター",
    "桜通信",
    "港自動車学校",
    "白樺眼鏡店",
    "柳書店",
    "Maple Foods Inc.",
    "東雲スキー場",
]
TERM_NOUNS = """
    本規約 利用者 運営者 登録情報 本サービス 個人情報 提供店舗 特典 知的財産権 免責事項 通知 準拠法 投稿内容 第三者
    損害
""".split()
TERM_ENDINGS = """
    は、次の各号に定める場合を除き、事前の承諾なく変更されることがあります。
    に関する取扱いは、別途定める方針に従うものとします。
    について疑義が生じた場合は、誠意をもって協議のうえ解決するものとします。
    を第三者に譲渡し、貸与し、または担保に供してはならないものとします。
    の利用にあたっては、法令および公序良俗を遵守しなければなりません。
    を停止または終了する場合には、相当な期間をおいて告知します。
    に起因して生じた損害について、故意または重過失がある場合を除き、責任を負いません。
""".split()
