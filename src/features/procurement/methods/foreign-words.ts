import type { AnyMethod } from './method.ts'

/** What only tenders say (招标投标法). */
const TENDER_ONLY = ['投标', '中标', '标段', '招标', '评标', '开标']

/** Titles of laws, live fields, and what the law calls a project: they hold the word whatever the method. */
const NAMES = /《[^》]*》|\{\{[^}]*\}\}|依法必须招标(的项目(不招标)?)?|招标代理|招标投标法实施条例/g

/** Words of tenders in a text of a method that does not use them itself, each once. */
export function foreignWords({ words, tabs }: AnyMethod, text: string): string[] {
  const own = [...Object.values(words), ...Object.values(tabs)].join('\n')
  const said = text.replaceAll(NAMES, '')
  return TENDER_ONLY.filter((word) => !own.includes(word) && said.includes(word))
}
