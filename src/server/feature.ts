import type { Kernel } from './context.ts'
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

/** What a feature gives the kernel. `src/server/features.ts` lists them all. */
export interface Feature {
  name: string
  routes: readonly Route[]
  subscribers?: readonly Subscriber[]
  topics?: readonly LiveTopic[]
  /** Uploads by use. */
  uploads?: Readonly<Record<string, UploadPolicy>>
  /** Recomputes what this feature promises never to change; names what was altered. Runs at start and by command. */
  check?: (kernel: Kernel, tenantId: number) => Promise<Finding[]>
}
