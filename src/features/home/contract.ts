import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Instant } from '#contract/time.ts'
import { TODO_KINDS, type TodoKind } from '#contract/todo.ts'
import { GROUPS, type Group, SCOPES, type Scope } from './rules.ts'

const Entry = z.object({ key: z.string(), label: z.string(), title: z.string(), link: z.string() })
const Kind = z.enum(Object.keys(TODO_KINDS) as [TodoKind, ...TodoKind[]])
const GroupName = z.enum(Object.keys(GROUPS) as [Group, ...Group[]])
const ScopeName = z.enum(Object.keys(SCOPES) as [Scope, ...Scope[]])
const counts = <T extends string>(names: z.ZodType<T> & z.core.$ZodRecordKey) =>
  z.partialRecord(names, z.number().int().describe('1001 means more'))

export const inbox = endpoint({
  method: 'GET',
  path: '/workbench/inbox',
  summary: 'Everything that waits for the person in the workbench it is in, nearest deadline first, what has none last',
  query: z.object({
    /** Both when left out. */
    scope: ScopeName.optional(),
    group: GroupName.optional(),
    kind: Kind.optional(),
    /** Those that are put off, in place of those that are not. */
    snoozed: z.enum(['true', 'false']).default('false'),
    pageSize: z.coerce.number().int().min(1).max(100).default(20),
    cursor: z.string().max(500).optional(),
  }),
  returns: z.object({
    rows: z.array(
      Entry.extend({
        kind: Kind,
        scope: ScopeName,
        group: GroupName,
        /** Of what step it is, where the label does not say. */
        step: z.string().nullable(),
        dueAt: Instant.nullable(),
        snoozedUntil: Instant.nullable(),
        /** Where it may be handed to a colleague. */
        delegateLink: z.string().nullable(),
      }),
    ),
    total: z.number().int(),
    next: z.string().nullable().describe('cursor of the next page, null at the end'),
    /** What is not put off, by whose it is; `snoozed`: what is. */
    scopes: z.object({ mine: z.number().int(), company: z.number().int(), snoozed: z.number().int() }),
    /** Of the scope asked for. */
    groups: counts(GroupName),
    /** Of scope and group asked for. */
    kinds: counts(Kind),
    /** Something could not be looked up; the rest is complete. */
    isPartial: z.boolean(),
  }),
})

export const snoozeTodo = endpoint({
  method: 'POST',
  path: '/workbench/inbox/snooze',
  summary: 'Put something off for oneself until an instant, at most until it is due; null takes it back',
  body: z.object({ key: z.string().max(200), until: Instant.nullable() }),
  errors: ['invalid'],
})

export const homePage = endpoint({
  method: 'GET',
  path: '/workbench/home',
  summary: 'What is due for the person in the workbench it is in, and how its work stands',
  returns: z.object({
    /** Of the next seven days, in order. */
    deadlines: z.array(Entry.extend({ at: Instant })),
    board: z.array(
      z.object({
        label: z.string(),
        count: z.number().int().describe('1001 means more'),
        /** Of these what the person itself handles; everything where there is no company. */
        mine: z.number().int(),
        link: z.string(),
        mineLink: z.string(),
      }),
    ),
    figures: z.array(
      z.object({
        label: z.string(),
        value: z.string(),
        unit: z.enum(['count', 'yuan', 'percent']),
        hint: z.string().nullable(),
      }),
    ),
    /** Something could not be looked up; the rest is complete. */
    isPartial: z.boolean(),
  }),
})

export const findRecords = endpoint({
  method: 'GET',
  path: '/workbench/find',
  summary: 'Records by part of their name or number that the person may open from the workbench it is in',
  query: z.object({ keyword: z.string().trim().min(2, '请输入至少两个字').max(100) }),
  returns: z.object({
    rows: z.array(
      z.object({ key: z.string(), what: z.string(), title: z.string(), code: z.string(), link: z.string() }),
    ),
    /** Something could not be looked up; the rest is complete. */
    isPartial: z.boolean(),
  }),
})
