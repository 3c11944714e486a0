import { Alert } from 'antd'
import { Link } from 'react-router'
import { REGIONS } from '#features/supplier-draws/rules/draw.ts'
import { type Grade, GRADES } from '#features/suppliers/rules/grades.ts'
import { SUPPLIER_STATES, type SupplierState } from '#features/suppliers/rules/states.ts'
import { FormDrawer } from '#web/kit/form-drawer.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import * as c from '../contract/tasks.ts'
import { PLACES } from '../rules/places.ts'
import type { SmsTask } from './words.ts'

interface Values {
  title: string
  templateId: string
  renews?: boolean
  supplierIds?: string[]
  states?: SupplierState[]
  category?: string
  grades?: Grade[]
  regions?: string[]
}

interface TaskDrawerProps {
  task?: SmsTask
  onDone?: (taskId: string) => void
  onClose: () => void
}

/** What is sent, and to whom. */
export function TaskDrawer({ task, onDone, onClose }: TaskDrawerProps) {
  const choices = useCall(c.taskChoices, {}).data
  const create = useAction(c.createTask, { success: '草稿已保存' })
  const update = useAction(c.updateTask, { success: '草稿已保存' })
  const templates = choices?.templates ?? []
  const isOutdated = task !== undefined && task.newestVersion > task.templateVersion
  return (
    <FormDrawer<Values>
      title={task ? `编辑任务：${task.title}` : '新建任务'}
      label="保存草稿"
      initial={task ? { ...task, ...task.conditions, renews: false } : { states: ['qualified'], supplierIds: [] }}
      fields={[
        { kind: 'text', name: 'title', label: '任务名称', required: true, maxLength: 100, wide: true },
        {
          kind: 'select',
          name: 'templateId',
          label: '短信模板',
          required: true,
          searchable: true,
          wide: true,
          options: [
            ...templates.map(({ templateId, name }) => ({ value: templateId, label: name })),
            // A draft keeps its text also when its template is no longer offered.
            ...(task && templates.every(({ templateId }) => templateId !== task.templateId)
              ? [{ value: task.templateId, label: `${task.templateName}（已停用）` }]
              : []),
          ],
          help: '任务保留创建时的模板内容，之后修改模板不影响本任务',
        },
        ...(isOutdated
          ? [{ kind: 'switch' as const, name: 'renews', label: `改用模板的第 ${task.newestVersion} 版`, wide: true }]
          : []),
        {
          kind: 'select',
          name: 'supplierIds',
          label: '指定供应商',
          multiple: true,
          searchable: true,
          wide: true,
          placeholder: '不选则按下面的条件发送',
          options: (choices?.suppliers ?? []).map(({ supplierId, name }) => ({ value: supplierId, label: name })),
        },
        {
          kind: 'select',
          name: 'states',
          label: '状态',
          multiple: true,
          options: Object.entries(SUPPLIER_STATES).map(([value, label]) => ({ value, label })),
        },
        {
          kind: 'select',
          name: 'category',
          label: '供应品类',
          searchable: true,
          options: (choices?.categories ?? []).map((one) => ({ value: one, label: one })),
        },
        {
          kind: 'select',
          name: 'grades',
          label: '等级',
          multiple: true,
          options: GRADES.map((one) => ({ value: one, label: `${one} 级` })),
        },
        {
          kind: 'select',
          name: 'regions',
          label: '注册地',
          multiple: true,
          searchable: true,
          options: Object.entries(REGIONS).map(([value, label]) => ({ value, label })),
          help: '按统一社会信用代码中的登记机关所在地',
        },
      ]}
      run={async ({ title, templateId, renews, supplierIds, states, category, grades, regions }) => {
        const conditions = {
          supplierIds: supplierIds ?? [],
          states: states ?? [],
          category: category ?? '',
          grades: grades ?? [],
          regions: regions ?? [],
        }
        const body = { title, templateId, conditions }
        if (task) return update.run({ params: { taskId: task.taskId }, body: { ...body, renews: renews ?? false } })
        const outcome = await create.run({ body })
        if (outcome.ok) onDone?.(outcome.data.taskId)
        return outcome
      }}
      onClose={onClose}
    >
      {choices && templates.length === 0 && !task && (
        <Alert
          className="kb-below-12"
          type="info"
          showIcon
          title={
            <>
              还没有审核通过的短信模板，请先<Link to={PLACES.templates}>新建模板</Link>
            </>
          }
        />
      )}
    </FormDrawer>
  )
}
