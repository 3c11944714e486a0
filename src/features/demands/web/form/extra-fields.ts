import type { Field } from '#web/kit/form-fields.tsx'
import type { DemandField } from '../../rules/fields.ts'

/** Fields of a profile's demand as fields of a form. */
export function demandFieldsOf(fields: readonly DemandField[]): Field[] {
  return fields.map((field): Field => {
    const { key, label, isRequired = false, help } = field
    const common = { name: `extras.${key}`, label, required: isRequired, ...(help && { help }) }
    if (field.kind === 'choice')
      return { ...common, kind: 'radio', options: field.options.map((one) => ({ value: one, label: one })) }
    return { ...common, kind: 'text', maxLength: field.kind === 'count' ? 4 : 200 }
  })
}
