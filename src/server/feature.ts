import type { TodoKind } from '#contract/todo.ts'
import type { Workbench } from '#contract/workbench.ts'
import type { Actor } from './actor.ts'
import type { Context, Kernel } from './context.ts'
import type { Subscriber } from './events.ts'
import type { FileColumns } from './files/columns.ts'
import type { UploadPolicy } from './files/policy.ts'
import type { Route } from './implement.ts'
import type { LiveTopic } from './live.ts'
import type { GrowingRecord } from './marks/check.ts'
import type { Head } from './marks/mark-file.ts'
import type { Worker } from './work/worker.ts'

/** Something that is not as it was written: its kind, its name, and words for people. */
export interface Finding {
  what: string
  id: string
  message: string
}

/** Rows of a table that stay as the application last wrote them; the audit chain holds a hash of each. */
export interface BoundTable {
  /** Names as in the database. */
  table: string
  /** What facts call it, where other rows of the same table are bound otherwise. */
  as?: string
  /** Beside the tenant. */
  key: readonly string[]
  /** What of a row is bound: of what is still secret, a random value as well, since readers of the chain would guess the rest. */
  columns: readonly string[]
  /** Rows of other tables that are bound with it: those of which `by` is its `id`, or what column of it `of` names. */
  parts?: readonly BoundPart[]
  /**
   * SQL of an instant of the row `r`, null while there is nothing to bind: a row from after the first fact of its table has
   * one of its own.
   */
  since?: string
  /** For people, e.g. 异议及其答复. */
  label: string
}

/** Rows that are bound with another. */
export interface BoundPart {
  table: string
  by: string
  of?: string
  columns: readonly string[]
  order: readonly string[]
}

/** Something that waits for the person who asks, in the workbench the request is made from. */
export interface Todo {
  /** Unique within the feature, e.g. `approve:<taskId>`. */
  key: string
  kind: TodoKind
  /**
   * Only this person or its office does it: an own task or signature, an order it handles. Otherwise any colleague with
   * the right may, and it is the company's.
   */
  isMine: boolean
  /** What is to be done, e.g. 审批. */
  label: string
  /** Of what step it is, where the label does not say, e.g. 退款. */
  step?: string
  /** What it is about. */
  title: string
  /** Address in the browser. */
  link: string
  dueAt: Date | null
  /** Nobody waits for it: listed after everything else. */
  canWait?: boolean
  /** Where it may be handed to a colleague. */
  delegateLink?: string
}

/** An instant ahead that concerns the person who asks. */
export interface Deadline {
  key: string
  label: string
  title: string
  link: string
  at: Date
}

/** How much work stands at one stage, and the lists that show it. */
export interface BoardCell {
  label: string
  /** Of the company, and of these what the person itself handles; counting stops at 1,001. */
  count: number
  mine: number
  link: string
  mineLink: string
}

/** A number of the home page; an amount is a decimal string in yuan, a percentage a decimal string. */
export interface Figure {
  label: string
  value: string
  unit: 'count' | 'yuan' | 'percent'
  /** What is counted, where the label alone does not say. */
  hint?: string
}

/** What a feature adds to home page and inbox of a workbench; read only, each at most `limit` rows, nearest first. */
export interface HomeSource {
  todos?: (ctx: Context<Actor>, limit: number) => Promise<Todo[]>
  /** Between now and `until`. */
  deadlines?: (ctx: Context<Actor>, until: Date, limit: number) => Promise<Deadline[]>
  board?: (ctx: Context<Actor>) => Promise<BoardCell[]>
  figures?: (ctx: Context<Actor>) => Promise<Figure[]>
}

/** A record found by its name or number. */
export interface Found {
  /** Unique within the feature. */
  key: string
  /** What it is, e.g. 采购项目. */
  what: string
  title: string
  /** Its number; empty where it has none. */
  code: string
  link: string
}

/** Records with the text in name or number that the person may open from its workbench; at most `limit` of each sort. */
export type FindSource = (ctx: Context<Actor>, text: string, limit: number) => Promise<Found[]>

/** A kind of message that a feature sends, and what people may choose about it. */
export interface MessageKind {
  /** As given to `notify`, e.g. `trade.decided`. */
  kind: string
  label: string
  /** Kinds are listed and filtered by group, e.g. 报名与答疑. */
  group: string
  /** Where it is received. */
  workbenches: readonly Workbench[]
  /** Channels beside the inbox that it goes by unless the person chose otherwise. */
  channels: readonly ('email' | 'sms' | 'wechat')[]
  /** Has legal effect: the inbox always gets it. */
  isEssential?: boolean
  /** Useless when late (a deadline, an opening): sent at once, whatever digest or quiet hours the person has. */
  isTimely?: boolean
}

/** Channels of what must not be missed: it goes to the pocket, too. */
export const URGENT = ['email', 'sms', 'wechat'] as const

/** What a feature gives the kernel. `src/server/features.ts` lists them all. */
export interface Feature {
  name: string
  routes: readonly Route[]
  subscribers?: readonly Subscriber[]
  topics?: readonly LiveTopic[]
  /** Uploads by use. */
  uploads?: Readonly<Record<string, UploadPolicy>>
  /** Where its records hold stored files; what stands in none of these columns is swept away in time. */
  files?: FileColumns
  home?: HomeSource
  find?: FindSource
  messageKinds?: readonly MessageKind[]
  /** How work beside requests is done that was stored with `enqueue`. */
  workers?: readonly Worker[]
  /** What goes on beside requests, for as long as the process serves; called once, gives what ends it. */
  start?: (kernel: Kernel) => () => Promise<void>
  /** Its records that only grow: a database that is shorter than acknowledged is noticed at the start. */
  records?: readonly GrowingRecord[]
  /** How far a tenant's records had grown by what others remember of them outside; asked at the start, so it is quick. */
  acknowledged?: (kernel: Kernel, tenantId: number) => Promise<Head[]>
  /**
   * Recomputes what this feature promises never to change; names what was altered. Runs at start and by command, while
   * others write: so it reads one snapshot (`readOnly: 'snapshot'`).
   */
  check?: (kernel: Kernel, tenantId: number) => Promise<Finding[]>
  /** Rows that the audit chain holds hashes of (`bindRow`); compared where `check` runs. */
  bound?: readonly BoundTable[]
}
