import { Button } from 'antd'
import { useRef } from 'react'
import { call } from '#web/call.ts'
import { openFile } from '#web/export.ts'
import { ask } from '#web/feedback.ts'
import { useSheetImport } from '#web/kit/use-sheet-import.tsx'
import { importMaterials, materialTemplate } from '../contract/order.ts'
import { type Material, MaterialTable } from './material-table.tsx'

interface MaterialFieldProps {
  id?: string
  value?: Material[]
  onChange?: (materials: Material[]) => void
}

/** The list of materials, read from a spreadsheet; a field of a form. */
export function MaterialField({ value = [], onChange }: MaterialFieldProps) {
  const latest = useRef(onChange)
  latest.current = onChange
  const { button, report } = useSheetImport({
    label: '选择物料文件',
    mayReplace: async () =>
      value.length === 0 || ask({ title: '导入物料', content: `导入将替换现有 ${value.length} 行物料，确认导入？` }),
    async send(body) {
      const answer = await call(importMaterials, { body: body as unknown as Record<string, never> })
      if (answer.errors.length === 0) latest.current?.(answer.materials)
      return answer
    },
    done: (count) => `已导入 ${count} 行物料`,
  })
  return (
    <>
      <div className="kb-row kb-gap-12 kb-wrap kb-below-8">
        <Button onClick={() => void openFile(materialTemplate)}>下载模板</Button>
        {button}
        {value.length > 0 && <Button onClick={() => onChange?.([])}>清空</Button>}
        <span className="kb-hint">{value.length > 0 ? `共 ${value.length} 行` : '可不填'}</span>
      </div>
      {report}
      {value.length > 0 && <MaterialTable materials={value} />}
    </>
  )
}
