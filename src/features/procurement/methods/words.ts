/**
 * What a method calls things. Texts of shared screens, messages and letters name them in braces (`确定{winner}`), so that
 * nothing speaks of tenders where no tender is held. The list is closed: a method that lacks a word does not compile.
 */
export interface Words {
  /** What the buyer does: 招标, 竞价. */
  readonly act: string
  /** One order: 标段, 采购单; `title` where its name is asked for. */
  readonly order: string
  readonly title: string
  /** The list that its pages lead back to. */
  readonly list: string
  readonly documents: string
  readonly announcement: string
  /** The same in short, in labels: 公告, 投标邀请书. */
  readonly notice: string
  readonly invitation: string
  readonly bidder: string
  /** What a bidder hands in: 投标文件, 报价. */
  readonly offer: string
  /** Making and handing in an offer, in short: 投标, 报价. */
  readonly bid: string
  /** The price of an offer as results list it. */
  readonly offerPrice: string
  readonly bond: string
  /** To win, as part of other words: {won}结果, {won}通知书. */
  readonly won: string
  readonly winner: string
  /** What an award asks of its winner: 自通知书发出之日起三十日内订立书面合同. */
  readonly duty: string
  /** How a result came about, in its notice: 经依法评审并公示期满. */
  readonly decided: string
  /** What has ended before the winner is told: 的评审与公示, 竞价. */
  readonly concluded: string
  /** Those who may win, as a heading: 中标候选人, 竞价排名; `contender` one of them. */
  readonly ranking: string
  readonly contender: string
  /** Candidates made public before the award, as a stop of the rail, and what its notice is called. */
  readonly publicity: string
  readonly candidateNotice: string
  /** The moment until which offers are prepared, and that it has passed. */
  readonly deadline: string
  readonly closed: string
  /** What happens at the moment that offers are looked at: 开标, 竞价开始. */
  readonly opening: string
  readonly ceiling: string
  /** An order between its announcement and its deadline. */
  readonly running: string
  /** What is done with opened offers until somebody may win, before 中: 比价, 谈判. */
  readonly weighed: string
  /** The lines of an order, the company that it is run for, and what it belongs to: 采购清单, 采购人, 采购项目. */
  readonly bill: string
  readonly client: string
  readonly project: string
  /** What the whole is taken to be worth before anybody offers: 估算价. */
  readonly estimate: string
}

/** What every method by which one buys calls these. */
export const PURCHASE_WORDS = {
  bill: '采购清单',
  client: '采购人',
  project: '采购项目',
  estimate: '估算价',
  duty: '自通知书发出之日起三十日内订立书面合同',
} as const satisfies Partial<Words>

/** Words in braces of a text: `'确定{winner}'` has `'winner'`. */
type Tokens<S extends string> = S extends `${string}{${infer Token}}${infer Rest}`
  ? (Token extends `{${string}` ? never : Token) | Tokens<Rest>
  : never

/** A text whose words in braces are all known; any other literal does not compile. */
export type Saying<S extends string> = Tokens<S> extends keyof Words ? S : never

/** The text with its words filled in; what stands in double braces is a live field and left alone. */
export function fillWords(words: Words, text: string): string {
  return text.replaceAll(/\{([a-z]+)\}/gi, (token, word: string) => words[word as keyof Words] ?? token)
}
