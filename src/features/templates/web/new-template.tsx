import { Input, Select } from 'antd'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { toast } from '#web/feedback.ts'
import { openDialog } from '#web/kit/dialog.tsx'
import { useAction } from '#web/use-call.ts'
import { createTemplate } from '../contract/templates.ts'
import { KINDS, type TemplateKind } from '../rules/kinds.ts'
import { templateAddresses as at } from './addresses.ts'
import { useScopes } from './template-data.ts'

interface Given {
  name: string
  scope: string
}

/** Asks for name and scope, makes the draft and opens its editor. With `copyOf`: a copy of that template. */
export function useNewTemplate(kind: TemplateKind) {
  const navigate = useNavigate()
  const scopes = useScopes(kind)
  const create = useAction(createTemplate)
  return (from?: { copyOf: string; name: string; scope: string }) => {
    const start: Given = {
      name: from ? `${from.name}（副本）` : '',
      scope: from?.scope ?? scopes[0]?.value ?? '',
    }
    openDialog<Given>({
      title: from ? '复制模板' : `新建${KINDS[kind].label}`,
      content: (state) => <Fields start={start} scopes={scopes} onChange={state.set} />,
      run: async (given = start) => {
        if (given.name.trim() === '') {
          toast.error('请输入模板名称')
          return false
        }
        const outcome = await create.run({
          params: { kind },
          body: { ...given, copyOf: from?.copyOf ?? null },
        })
        if (outcome.ok) void navigate(at.edit(kind, outcome.data.templateId))
        return outcome.ok
      },
    })
  }
}

interface FieldsProps {
  start: Given
  scopes: { value: string; label: string }[]
  onChange: (given: Given) => void
}

function Fields({ start, scopes, onChange }: FieldsProps) {
  const id = useId()
  const [given, setGiven] = useState(start)
  const set = (part: Partial<Given>) => {
    const next = { ...given, ...part }
    setGiven(next)
    onChange(next)
  }
  return (
    <div className="kb-stack">
      <label htmlFor={`${id}name`}>模板名称</label>
      <Input
        id={`${id}name`}
        value={given.name}
        maxLength={100}
        onChange={(event) => set({ name: event.target.value })}
      />
      {scopes.length > 1 && (
        <>
          <label htmlFor={`${id}scope`}>适用范围</label>
          <Select
            id={`${id}scope`}
            value={given.scope}
            options={scopes}
            showSearch={{ optionFilterProp: 'label' }}
            onChange={(scope) => set({ scope })}
          />
        </>
      )}
    </div>
  )
}
