import type { FormInstance } from 'antd'
import { useState } from 'react'
import type { CallError } from '#web/call.ts'
import { useFieldErrors } from '#web/kit/use-field-errors.ts'

/** What is wrong with a form outside of the workbenches: at its fields, else in one line; it leaves when something changes. */
export function useFormProblem(form: FormInstance) {
  const [problem, setProblem] = useState('')
  const errors = useFieldErrors(form)
  return {
    problem,
    setProblem,
    show(error: CallError): void {
      setProblem(errors.placeRefusal(error) ?? '')
    },
    onValuesChange(changed: unknown): void {
      errors.recheck(changed)
      setProblem('')
    },
  }
}
