import { QueryClient } from '@tanstack/react-query'
import { CallError } from './call.ts'

/** The cache of loaded answers, for one whole application. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // What the server refused it refuses again; only a lost connection is worth a second try.
        retry: (count, error) => error instanceof CallError && error.code === 0 && count < 1,
        gcTime: 15 * 60_000,
        // Without network a load fails and says so: paused, it would be a skeleton for ever.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
    },
  })
}
