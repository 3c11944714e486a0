import type { Subscriber } from './events.ts'
import type { UploadPolicy } from './files/policy.ts'
import type { Route } from './implement.ts'
import type { LiveTopic } from './live.ts'

/** What a feature gives the kernel. `src/server/features.ts` lists them all. */
export interface Feature {
  name: string
  routes: readonly Route[]
  subscribers?: readonly Subscriber[]
  topics?: readonly LiveTopic[]
  /** Uploads by use. */
  uploads?: Readonly<Record<string, UploadPolicy>>
}
