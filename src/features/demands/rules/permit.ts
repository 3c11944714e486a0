import type { Profile } from './profile.ts'

/** What a demand needs a permit for: which of the options, its number, and whether that is missing; null: none. */
export function permitOf(
  { permit }: Pick<Profile, 'permit'>,
  extras: Readonly<Record<string, string>>,
): { option: string; number: string; missing: string | null } | null {
  if (permit === null) return null
  const option = extras[permit.field] ?? ''
  if (!permit.options.includes(option)) return null
  const number = extras[permit.numberField] ?? ''
  return { option, number, missing: number === '' ? option : null }
}
