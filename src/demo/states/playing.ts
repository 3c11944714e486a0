import type pg from 'pg'
import type { System } from '#server/system.ts'
import type { Cast } from '../cast.ts'

/** What a state is played on: a system that holds the state before it. */
export interface Playing<Before = unknown> {
  system: System
  /** Owner's connection, past row-level security. */
  owner: pg.Client
  cast: Cast
  now(): Date
  moveTo(at: string | Date): Promise<void>
  /** Until everything that happened has been handled. */
  settle(): Promise<void>
  /** The facts of the state before. */
  facts: Before
}

/** What a step needs that goes over HTTP alone: any system can be played on. */
export type Acting<Before> = Omit<Playing<Before>, 'system' | 'owner'>
