import { Button, Select } from 'antd'
import type { PropsOf } from '#contract/slot.ts'
import type { ORDER_SLOTS } from '#features/procurement/contract/slots.ts'
import { itemTemplate } from '#features/procurement/contract/project.ts'
import { openFile } from '#web/export.ts'
import { useCall } from '#web/use-call.ts'
import { usableTemplates } from '../contract/choices.ts'
import { materialSheet } from '../contract/templates.ts'

/** The form of a bill to be filled in: the platform's own, or one of the company's templates. */
export function Part({ value, onChange }: PropsOf<typeof ORDER_SLOTS.billTemplate>) {
  const { data: templates = [] } = useCall(
    usableTemplates,
    { params: { kind: 'material' }, query: {} },
    { fresh: 60_000 },
  )
  return (
    <>
      <Button
        onClick={() =>
          void (value ? openFile(materialSheet, { params: { versionId: value } }) : openFile(itemTemplate))
        }
      >
        下载模板
      </Button>
      {templates.length > 0 && (
        <Select
          aria-label="清单模板"
          value={value ?? ''}
          onChange={(chosen) => onChange(chosen || undefined)}
          options={[
            { value: '', label: '平台清单格式' },
            ...templates.map((one) => ({ value: one.versionId, label: one.name })),
          ]}
        />
      )}
    </>
  )
}
