import type { Feature } from '#server/feature.ts'
import { implementForPerson } from '#server/implement.ts'
import { homePage } from '../contract.ts'
import { gather } from './gather.ts'

/** The home page of each workbench, from the sources of these features. */
export function home(features: readonly Feature[]): Feature {
  return { name: 'home', routes: [implementForPerson(homePage, {}, (ctx) => gather(ctx, features))] }
}
