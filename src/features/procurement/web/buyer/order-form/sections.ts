import { isBlank } from '#web/kit/rich-text-nodes.ts'
import { statedWrongly, unresolvedIn } from '../notice-text.ts'
import type { AnyMethod } from '../../../methods/method.ts'
import { fillWords } from '../../../methods/words.ts'
import type { OrderSection } from './step-buyer.ts'
import { buyersOf } from './step-buyers.ts'

/** Sections of every order; those of steps stand between them. */
const SECTIONS: readonly OrderSection[] = [
  {
    key: 'basic',
    title: '基本信息',
    paths: [''],
    isComplete: ({ title, estimatedPrice }) => Boolean(title?.trim()) && Number(estimatedPrice) > 0,
  },
  // Kept apart from the form: they are chosen and removed one by one.
  {
    key: 'invitees',
    title: '受邀供应商',
    paths: ['invitees'],
    lines: 6,
    load: async () => (await import('./invitees-section.tsx')).InviteesSection,
  },
  {
    key: 'schedule',
    title: '时间安排',
    paths: ['schedule'],
    isComplete: ({ schedule: dates }, _, { dates: { typed } }) => typed.every((name) => Boolean(dates?.[name])),
    lines: 10,
    load: async () => (await import('./schedule-section.tsx')).ScheduleSection,
  },
  {
    key: 'qualification',
    title: '资格要求',
    paths: ['settings.qualifications'],
    lines: 6,
    load: async () => (await import('./demand-sections.tsx')).QualificationSection,
  },
  {
    key: 'announcement',
    title: '{notice}',
    paths: ['announcement'],
    isComplete: ({ announcement: text }, fields) =>
      Boolean(text?.title?.trim()) &&
      !isBlank(text.content) &&
      unresolvedIn(text, fields).length === 0 &&
      statedWrongly(text, fields).length === 0,
    lines: 20,
    load: async () => (await import('./announcement-section.tsx')).AnnouncementSection,
  },
  {
    key: 'files',
    title: '{documents}',
    paths: ['files', 'documents', 'attachments'],
    lines: 8,
    load: async () => (await import('./document-section.tsx')).DocumentSection,
  },
]

/** The sections of the form of a method: those of every order, with what its steps bring. */
export function sectionsOf(method: AnyMethod): OrderSection[] {
  const steps = buyersOf(method)
  return SECTIONS.filter(({ key }) => key !== 'invitees' || method.admission === 'invited').flatMap((section) => {
    const demands = steps.flatMap(({ completes }) => completes?.[section.key] ?? [])
    const own = section.isComplete ?? (demands.length > 0 ? () => true : undefined)
    return [
      ...steps.flatMap(({ sections = [] }) => sections.filter(({ before }) => before === section.key)),
      {
        ...section,
        title: fillWords(method.words, section.title),
        ...(own && {
          isComplete: (...[values, ...rest]: Parameters<typeof own>) =>
            own(values, ...rest) && demands.every((demand) => demand(values, method)),
        }),
      },
    ]
  })
}

/** The anchor of the section that holds a field: the one with the longest fitting beginning. */
export function sectionOf(sections: readonly OrderSection[], path: readonly (string | number)[]): string {
  const name = path.join('.')
  const fitting = sections.flatMap(({ key, paths }) =>
    paths
      .filter((start) => name === start || start === '' || name.startsWith(`${start}.`))
      .map((start) => ({ key, start })),
  )
  return fitting.toSorted((a, b) => b.start.length - a.start.length)[0]?.key ?? sections[0]!.key
}
