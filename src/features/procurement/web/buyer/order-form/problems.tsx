import { Alert, Button } from 'antd'

/** What is wrong, and the field of the form it is about; of some mistakes there is none. */
export interface Problem {
  path?: readonly (string | number)[]
  message: string
}

interface ProblemsProps {
  problems: readonly Problem[]
  /** Leads to a field; without it problems are read only. */
  onShow?: (path: readonly (string | number)[]) => void
}

/** Mistakes that stop the form, in one place; each leads to its field. */
export function Problems({ problems, onShow }: ProblemsProps) {
  const shown = problems.filter(({ message }, i) => problems.findIndex((other) => other.message === message) === i)
  return (
    <Alert
      className="kb-above-16 kb-below-16"
      type="error"
      showIcon
      title={`有 ${shown.length} 处需要改正`}
      description={
        <ul className="kb-bullets">
          {shown.map(({ message, path }) => (
            <li key={message}>
              {path && path.length > 0 && onShow ? (
                <Button
                  type="link"
                  size="small"
                  className="buyer-problem kb-pad-0 kb-left"
                  onClick={() => onShow(path)}
                >
                  {message}
                </Button>
              ) : (
                message
              )}
            </li>
          ))}
        </ul>
      }
    />
  )
}

/** The problems that an answer of the server names: `[{ path: 'schedule.bidEnd', message }]`, or texts. */
export function problemsIn(details: unknown): Problem[] {
  if (!Array.isArray(details)) return []
  return details.flatMap((one: unknown): Problem[] => {
    if (typeof one === 'string') return [{ message: one }]
    const { path, message } = (one ?? {}) as { path?: unknown; message?: unknown }
    if (typeof message !== 'string') return []
    return [{ message, ...(typeof path === 'string' ? { path: path.split('.') } : {}) }]
  })
}
