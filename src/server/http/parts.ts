import type { Locker } from '@tus/server'
import type { Config } from '../config.ts'
import type { Kernel } from '../context.ts'
import type { UploadPolicies } from '../files/policy.ts'
import type { Route } from '../implement.ts'
import type { LiveHub, LiveTopic } from '../live.ts'
import type { Gate } from './gate.ts'

/** What the HTTP side is put together from. */
export interface Parts {
  config: Config
  kernel: Kernel
  gate: Gate
  live: LiveHub
  routes: readonly Route[]
  topics: readonly LiveTopic[]
  uploads: UploadPolicies
  /** Who may write an upload under way. */
  uploadLocks: Locker
  /** Folder of the built browser application; null when something else serves it. */
  webRoot: string | null
  isReady: () => Promise<boolean>
}
