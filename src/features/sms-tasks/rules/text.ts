import { Exact } from '#contract/money.ts'

/** What a text may be filled with; `{{…}}` in a template. */
export const PLACEHOLDERS = {
  供应商名称: '江州康明医疗器械有限公司',
  联系人: '沈瑶',
  采购人名称: '江州市第一人民医院',
} as const
export type Placeholder = keyof typeof PLACEHOLDERS
export type Filling = Readonly<Record<Placeholder, string>>

/** Characters that a carrier counts as one text message (specification section 10). */
export const SEGMENT = 200
/** The longest template, and the longest message that is sent, with its signature. */
export const MOST_IN_TEMPLATE = 500
export const MOST_IN_MESSAGE = 1000

/** How the recipient of a marketing message gets rid of them, at its very end. */
export const UNSUBSCRIBE = '退订回T'

const BRACED = /\{\{([^{}]*)\}\}/g
// What no telephone shows: control and format characters, unpaired surrogates, code points nobody has assigned.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/u
const UNFIT = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}【】]/gu

/** Why a template cannot be used as it is, in words for its author; empty: it can. */
export function faultOf({ text, isMarketing }: { text: string; isMarketing: boolean }): string {
  if (text.trim() === '') return '请填写短信正文'
  if (text.length > MOST_IN_TEMPLATE) return `短信正文不能超过 ${MOST_IN_TEMPLATE} 个字，现在 ${text.length} 个字`
  if (UNSEEN.test(text)) return '短信正文不能换行，也不能含控制字符或不可见字符'
  if (/[【】]/.test(text)) return '短信正文不能含【】，签名由系统加在最前面'
  const unknown = [...text.matchAll(BRACED)].map(([, name]) => name!).find((name) => !Object.hasOwn(PLACEHOLDERS, name))
  if (unknown !== undefined) return `没有“{{${unknown}}}”这个占位符，可用的有 ${Object.keys(PLACEHOLDERS).join('、')}`
  if (/\{\{|\}\}/.test(text.replace(BRACED, ''))) return '占位符的大括号不成对'
  if (isMarketing && !text.trimEnd().endsWith(UNSUBSCRIBE)) return `营销短信须以“${UNSUBSCRIBE}”结尾，方便收件人退订`
  return ''
}

/** The message as it is read: signature in front, placeholders filled. What a name brings along cannot be a placeholder or a second signature. */
export function messageOf({ signature, text }: { signature: string; text: string }, filling: Filling): string {
  const filled = text.trim().replace(BRACED, (_, name: string) => fit(filling[name as Placeholder] ?? ''))
  return `【${fit(signature)}】${filled}`
}

/** Text messages that a carrier makes of it; an emoji counts as two characters. */
export function segmentsOf(message: string): number {
  return Math.max(1, Math.ceil(message.length / SEGMENT))
}

/** Yuan, to the cent; null where no price is set. */
export function costOf(segments: number, price: string | null): string | null {
  return price === null ? null : new Exact(price).times(segments).toFixed(2)
}

/** Whether an answer asks for no more text messages. */
export function isUnsubscribing(answer: string): boolean {
  return /^(t|td|退订|tuiding)$/i.test(
    answer
      .normalize('NFKC')
      .trim()
      .replace(/[。.!！]+$/, ''),
  )
}

function fit(value: string): string {
  return value.replace(UNFIT, '').trim()
}
