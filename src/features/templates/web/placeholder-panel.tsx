import { Input } from 'antd'
import { useState } from 'react'
import { toast } from '#web/feedback.ts'
import type { TemplateKind } from '../rules/kinds.ts'
import { type Placeholder, placeholdersAt } from '../rules/placeholders.ts'
import type { Insert } from './insert-context.ts'

const TYPES: Readonly<Record<Placeholder['type'], string>> = {
  text: '文字',
  amount: '金额',
  time: '时间',
  number: '数字',
  table: '表格',
}

interface PlaceholderPanelProps {
  kind: TemplateKind
  scope: string
  insert: Insert | null
}

/** The placeholders that can be filled where the caret stands; a click writes one there. */
export function PlaceholderPanel({ kind, scope, insert }: PlaceholderPanelProps) {
  const [keyword, setKeyword] = useState('')
  const all = placeholdersAt(insert?.place ?? wholeOf(kind, scope))
  const found = all.filter(({ key, group }) => key.includes(keyword.trim()) || group.includes(keyword.trim()))
  const groups = [...Map.groupBy(found, ({ group }) => group)]
  return (
    <div className="kb-stack kb-size-13">
      <Input
        size="small"
        allowClear
        placeholder="查找占位符"
        aria-label="查找占位符"
        value={keyword}
        onChange={(event) => setKeyword(event.target.value)}
      />
      <p className="kb-muted">点击插入到光标处；悬停查看示例。</p>
      {groups.length === 0 && <p className="kb-muted">没有符合的占位符</p>}
      {groups.map(([group, rows]) => (
        <section key={group}>
          <h3 className="kb-note kb-below-4 kb-regular">{group}</h3>
          <ul className="kb-flex kb-gap-6 kb-wrap">
            {rows.map(({ key, type, example }) => (
              <li key={key}>
                <button
                  type="button"
                  className="kb-option"
                  title={`例：${example}`}
                  // The caret must stay where it is.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => (insert ? insert.write(`{{${key}}}`) : toast.info('请先将光标放到要插入的文字处'))}
                >
                  {key} <small>{TYPES[type]}</small>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** Before any text was entered: what all texts of the template may hold. */
function wholeOf(kind: TemplateKind, scope: string): string {
  if (kind === 'notice') return `notice/${scope}`
  if (kind === 'integrity-commitment') return `commitment/${scope}`
  return kind === 'ai-avatar' ? 'avatar/waiting' : 'report'
}
