import type { RawBuilder } from 'kysely'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { FileRef } from '../contract/shared.ts'
import type { OrderSettings } from '../rules/settings.ts'
import type { OrderFacts } from '../engine/step.ts'
import type { OrderAction, Page } from '../methods/pages.ts'
import type { Order } from './access.ts'
import type { LawProject } from './legal.ts'

/** What is wrong, and the field of the form that holds it. */
export interface Problem {
  path: string
  message: string
}

/** A draft that shall be published. */
export interface Draft {
  order: Order
  project: LawProject
  announcement: { title: string; content: unknown } | undefined
  /** Undefined while they cannot be read. */
  settings: OrderSettings | undefined
  files: readonly FileRef[]
}

/** What one check found: its problems keep the draft from being published. */
export interface CheckResult {
  problems: readonly Problem[]
  /** Said where there are none. */
  says?: string
  /** Said whatever else there is. */
  notes?: readonly string[]
  /** More will be known in a moment. */
  isPending?: boolean
}

/** Null: the draft does not need it. */
export type PublishCheck = (ctx: Context<Employee>, draft: Draft) => CheckResult | null | Promise<CheckResult | null>

/** Reads one fact of the order with this id, as an expression; null: it is not so. */
export type FactReader = (ctx: Pick<Context<null>, 'tenantId'>, orderId: RawBuilder<unknown>) => RawBuilder<unknown>

/** What a step brings to the server beside its calls. */
export interface StepServer {
  /** In the order in which the preview tells them. */
  publishChecks?: readonly PublishCheck[]
  /** What it adds to the signed data of the announcement. */
  noticeData?: (ctx: Context<Employee>, order: Order, settings: OrderSettings) => object | Promise<object>
  /** What ends a stage: to be done as soon as the status allows it. Without a label it is called as in the status table. */
  todos?: readonly { action: OrderAction; key: string; label?: string; page: Page; canWait?: boolean }[]
  /** What its rows look at beside the columns of the order. */
  facts?: Partial<Record<keyof OrderFacts, FactReader>>
  /** The same where no expression tells it; `facts` have the last word. */
  factsOf?: (ctx: Context<Actor | null>, order: Order) => Promise<Partial<OrderFacts>>
}
