import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { fill, fillText, type Filling, placeholdersIn, type RichNode } from '../rules/rich-text.ts'
import { contradictions, contradictionText } from '../rules/stated-facts.ts'
import type { Order } from './access.ts'
import { orderFilling } from './filling.ts'

interface Text {
  title: string
  content: RichNode
}

/** What live fields will be, where that is not what they are now. */
export interface Live {
  more?: Record<string, string>
  blocks?: Filling['blocks']
}

/** A text with the live fields of an order as they are now or will be. For readers before the publication. */
export async function withLiveFields<T extends { title: string; content: RichNode | null }>(
  ctx: Context<Actor | null>,
  order: Order,
  { text, more, blocks }: Live & { text: T },
): Promise<T> {
  const now = await orderFilling(ctx, order)
  const filling = { values: { ...now.values, ...more }, blocks: { ...now.blocks, ...blocks } }
  return {
    ...text,
    title: fillText(text.title, filling.values),
    content: text.content && fill(text.content, filling),
  }
}

/** The text of a notice with its live fields as the order has them now, and what keeps it from being published. */
export async function textAsPublished(
  ctx: Context<Actor | null>,
  order: Order,
  draft: Text,
): Promise<Text & { problems: string[] }> {
  const filling = await orderFilling(ctx, order)
  const title = fillText(draft.title, filling.values)
  const content = fill(draft.content, filling)
  const open = new Set([...placeholdersIn(title), ...placeholdersIn(content)])
  const wrong = [...contradictions(title, filling.values), ...contradictions(content, filling.values)]
  const problems = [...[...open].map((name) => `占位符 {{${name}}} 尚未填写`), ...new Set(wrong.map(contradictionText))]
  return { title, content, problems }
}
