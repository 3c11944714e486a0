import type { Actor } from './actor.ts'
import type { Context, Kernel } from './context.ts'
import type { Subscriber } from './events.ts'
import type { UploadPolicy } from './files/policy.ts'
import type { Route } from './implement.ts'
import type { LiveTopic } from './live.ts'

/** Something that is not as it was written: its kind, its name, and words for people. */
export interface Finding {
  what: string
  id: string
  message: string
}

/** Something that waits for the person who asks, in the workbench the request is made from. */
export interface Todo {
  /** Unique within the feature, e.g. `approve:<taskId>`. */
  key: string
  /** What is to be done, e.g. 审批. */
  label: string
  /** What it is about. */
  title: string
  /** Address in the browser. */
  link: string
  dueAt: Date | null
}

/** An instant ahead that concerns the person who asks. */
export interface Deadline {
  key: string
  label: string
  title: string
  link: string
  at: Date
}

/** What a feature adds to the home page of a workbench; read only, each at most `limit` rows, nearest first. */
export interface HomeSource {
  todos?: (ctx: Context<Actor>, limit: number) => Promise<Todo[]>
  /** Between now and `until`. */
  deadlines?: (ctx: Context<Actor>, until: Date, limit: number) => Promise<Deadline[]>
}

/** What a feature gives the kernel. `src/server/features.ts` lists them all. */
export interface Feature {
  name: string
  routes: readonly Route[]
  subscribers?: readonly Subscriber[]
  topics?: readonly LiveTopic[]
  /** Uploads by use. */
  uploads?: Readonly<Record<string, UploadPolicy>>
  home?: HomeSource
  /** Work beside requests, for as long as the process serves; called once, gives what ends it. */
  start?: (kernel: Kernel) => () => Promise<void>
  /** Recomputes what this feature promises never to change; names what was altered. Runs at start and by command. */
  check?: (kernel: Kernel, tenantId: number) => Promise<Finding[]>
}
