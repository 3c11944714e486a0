import * as z from 'zod'

/** One member of an enumeration: `value` is stored and sent, `name` is used in code, `label` is shown. */
export interface EnumMember {
  readonly value: number
  readonly label: string
}

export interface Enumeration<M extends Readonly<Record<string, EnumMember>>> {
  /** Members by name, e.g. `Workbench.of.purchaser.value`. */
  readonly of: M
  /** Stored values by name, e.g. `Workbench.purchaser`. */
  readonly values: { readonly [K in keyof M]: M[K]['value'] }
  /** Label of a stored value; an unknown value is shown as it is, never hidden. */
  label(value: number | null | undefined): string
  /** Options for selects and filters, in declared order. */
  readonly options: readonly { value: number; label: string }[]
  /** Accepts the stored values only. */
  readonly schema: z.ZodType<M[keyof M]['value']>
}

/**
 * Declares an enumeration once, with value, name and label, for server, browser and documents alike.
 * Values are those of the specification, so that stored data and outside callers agree.
 */
export function enumeration<const M extends Readonly<Record<string, EnumMember>>>(members: M): Enumeration<M> {
  const list = Object.values(members)
  const byValue = new Map(list.map((m) => [m.value, m.label]))
  const values = Object.fromEntries(Object.entries(members).map(([name, m]) => [name, m.value]))
  return {
    of: members,
    values: values as Enumeration<M>['values'],
    label: (value) => (value == null ? '' : (byValue.get(value) ?? String(value))),
    options: list.map(({ value, label }) => ({ value, label })),
    schema: z.literal(list.map((m) => m.value)),
  }
}
