import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { port } from '#server/port.ts'
import type { SheetColumn } from '#server/sheet/column.ts'
import type { Acceptance, Commitment } from '../contract/commitment.ts'
import type { RichNode } from '../rules/rich-text.ts'
import type { Order } from './access.ts'

/** A text that somebody wrote for notices. */
interface NoticeTemplate {
  /** Of its version: what `takeNotice` takes. */
  versionId: string
  name: string
  /** Of the platform, not of the company. */
  isPreset: boolean
  isDefault: boolean
  title: string
  body: RichNode | null
}

interface NoticeFor {
  kind: number
  method: number
}

type Cells = Record<string, string | null | undefined>

/** What orders ask of templates. Which ones a company may use is theirs: its own and the platform's, in use. */
export const templates = port<{
  /** That speak the language of the method, the best first. */
  noticesFor: (ctx: Context<Employee>, notice: NoticeFor) => Promise<NoticeTemplate[]>
  /** What such a notice begins with; null: the built-in text. */
  defaultNotice: (ctx: Context<Employee>, notice: NoticeFor) => Promise<NoticeTemplate | null>
  /** A text to be filled, whose use by the order is remembered. Throws `notFound`. */
  takeNotice: (
    ctx: Context<Employee>,
    take: { versionId: string; orderId: string },
  ) => Promise<{ title: string; body: RichNode }>
  /**
   * Fixes what a published order works with from now on: the commitments that suppliers and experts accept, and the review
   * template its ways came from. Later versions and other defaults do not reach it.
   */
  pin: (ctx: Context<Employee>, order: Order, selectionVersion: string | undefined) => Promise<void>
  /** What a supplier accepts by signing up, filled with `values`; null: nothing. */
  supplierCommitment: (
    ctx: Context<Employee>,
    orderId: string,
    values: () => Promise<Record<string, string>>,
  ) => Promise<Commitment | null>
  /** Records the acceptance of a text as it was read. Throws `invalid` without one, `conflict` for another text. */
  acceptCommitment: (
    ctx: Context<Actor>,
    acceptance: {
      commitment: Commitment
      accepted: { versionId: string; textHash: string } | null
      by: { tradeId: string }
    },
  ) => Promise<void>
  acceptanceOf: (ctx: Context<Actor>, by: { tradeId: string }) => Promise<Acceptance | null>
  /** The columns of a bill of quantities, and a filled row of them in the fields of the bill. Throws `notFound`. */
  billForm: (
    ctx: Context<Employee>,
    versionId: string,
  ) => Promise<{ columns: readonly SheetColumn[]; lineOf: (row: Cells) => Cells }>
}>('the templates of orders')
