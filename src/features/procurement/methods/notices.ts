import type { NoticeKind } from '../rules/enums.ts'
import type { BuiltInTemplate } from '../rules/notice-templates.ts'
import { methodFor, type Run } from './all.ts'
import { say } from './say.ts'
import { fillWords } from './words.ts'

/** The built-in templates for orders of a method, in its words. */
export function builtInTemplates(order: Run): readonly BuiltInTemplate[] {
  const { notices, words } = methodFor(order)
  return notices.map((template) => ({
    ...template,
    name: fillWords(words, template.name),
    content: JSON.parse(fillWords(words, JSON.stringify(template.content))) as BuiltInTemplate['content'],
  }))
}

/** What a notice of an order is called. */
export function noticeLabel(kind: number, order: Run): string {
  return say(order, LABELS[kind as NoticeKind] ?? String(kind))
}

const LABELS: Readonly<Record<NoticeKind, string>> = {
  1: '{announcement}',
  2: '变更公告',
  3: '{invitation}',
  4: '{candidateNotice}',
  5: '{won}结果公告',
  6: '流标公告',
  7: '澄清答疑',
}
