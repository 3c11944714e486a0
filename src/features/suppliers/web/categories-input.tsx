import { Select } from 'antd'
import { useCall } from '#web/use-call.ts'
import { supplierCategories } from '../contract/library.ts'
import { useKeeper } from './use-keeper.ts'

interface CategoriesInputProps {
  id?: string
  value?: string[]
  onChange?: (value: string[]) => void
}

/** Categories as words, those of the library offered. */
export function CategoriesInput({ id, value, onChange }: CategoriesInputProps) {
  const isKeeper = useKeeper()
  const known = useCall(supplierCategories, {}, { enabled: isKeeper })
  return (
    <Select
      {...(id && { id })}
      className="kb-wide"
      mode="tags"
      tokenSeparators={['、', '，', ',']}
      placeholder="输入后回车，如 医疗设备"
      options={(known.data ?? []).map((one) => ({ value: one, label: one }))}
      value={value ?? []}
      {...(onChange && { onChange })}
    />
  )
}
