import { Button, Form, Input } from 'antd'
import type { OutputOf } from '#contract/endpoint.ts'
import { FormDrawer } from '#web/kit/form-drawer.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { taskChoices } from '../contract/tasks.ts'
import * as c from '../contract/templates.ts'
import { messageOf, MOST_IN_TEMPLATE, PLACEHOLDERS, SEGMENT, segmentsOf, UNSUBSCRIBE } from '../rules/text.ts'

export type Template = OutputOf<typeof c.templatePage>['rows'][number]

interface Values {
  name: string
  text: string
  isMarketing: boolean
}

/** The form of a template; saved, its text is a version. */
export function TemplateDrawer({ template, onClose }: { template?: Template; onClose: () => void }) {
  const create = useAction(c.createTemplate, { success: '模板已新建，等待平台审核' })
  const change = useAction(c.changeTemplate, { success: '已保存，新内容经平台审核后可用；已有的任务保留原来的内容' })
  return (
    <FormDrawer<Values>
      title={template ? `编辑模板：${template.name}` : '新建模板'}
      label="保存"
      initial={template ?? { name: '', text: '', isMarketing: false }}
      schema={c.TemplateFields}
      fields={[
        { kind: 'text', name: 'name', label: '模板名称', required: true, maxLength: 60, wide: true },
        {
          kind: 'radio',
          name: 'isMarketing',
          label: '类型',
          wide: true,
          options: [
            { value: false as never, label: '通知' },
            { value: true as never, label: '营销' },
          ],
          help: `营销短信须以“${UNSUBSCRIBE}”结尾；收件人回复 T 后不再收到本单位的短信任务`,
        },
        { kind: 'custom', name: 'text', label: '短信正文', required: true, wide: true, control: <TextInput /> },
      ]}
      run={({ name, text, isMarketing }) => {
        const body = { name, text, isMarketing }
        return template
          ? change.run({ params: { templateId: template.templateId }, body: { ...body, version: template.version } })
          : create.run({ body })
      }}
      onClose={onClose}
    />
  )
}

interface TextInputProps {
  id?: string
  value?: string
  onChange?: (text: string) => void
}

/** The text with its length, its segments and how it will be read, as it is written. */
function TextInput({ id, value = '', onChange = () => undefined }: TextInputProps) {
  const form = Form.useFormInstance<Values>()
  const isMarketing = Form.useWatch('isMarketing', form)
  const signature = useCall(taskChoices, {}).data?.signature ?? PLACEHOLDERS.采购人名称
  const message = messageOf({ signature, text: value }, PLACEHOLDERS)
  return (
    <>
      <Input.TextArea
        {...(id ? { id } : {})}
        rows={4}
        value={value}
        status={value.length > MOST_IN_TEMPLATE ? 'error' : ''}
        onChange={(event) => onChange(event.target.value)}
      />
      <p className="kb-flex kb-gap-8 kb-wrap kb-above-8">
        {Object.keys(PLACEHOLDERS).map((name) => (
          <Button key={name} size="small" onClick={() => onChange(`${value}{{${name}}}`)}>
            插入{name}
          </Button>
        ))}
        {isMarketing && !value.trimEnd().endsWith(UNSUBSCRIBE) && (
          <Button size="small" onClick={() => onChange(`${value.trimEnd()}${UNSUBSCRIBE}`)}>
            加上{UNSUBSCRIBE}
          </Button>
        )}
      </p>
      <p className="kb-note kb-above-8" role="status">
        正文 {value.length}/{MOST_IN_TEMPLATE} 字；连同签名 {message.length} 字，按 {SEGMENT} 字一条计
        <strong> {segmentsOf(message)} 条</strong>（以示例名称计算）
      </p>
      {value.trim() !== '' && <p className="kb-box kb-above-8 kb-break">{message}</p>}
    </>
  )
}
