import type { TestProject } from 'vitest/node'
import type { StateStore } from './states.ts'
import { openStore, storeOfRun } from './store.ts'

declare module 'vitest' {
  interface ProvidedContext {
    serverUrl: string
    template: string
    states: StateStore
  }
}

/** Gives tests the store of the run, or one of their own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const announced = storeOfRun()
  const { store, close } = announced ? { store: announced, close: () => Promise.resolve() } : await openStore()
  project.provide('states', store)
  project.provide('serverUrl', store.serverUrl)
  project.provide('template', store.template)
  return close
}
