/** POST /auth/jwt/login: form in, bearer token out (docs/api.md#4.login; error bodies: #gap.3). */

import type { Sessions } from '../../session/sessions.ts'
import { reply } from '../request.ts'
import type { Route } from '../router.ts'

const CODES = {
  'bad-credentials': 'LOGIN_BAD_CREDENTIALS',
  'not-verified': 'LOGIN_USER_NOT_VERIFIED',
} as const

export const loginRoutes = (sessions: Sessions): Route[] => [
  {
    method: 'POST',
    path: '/auth/jwt/login',
    open: true,
    handle(request) {
      const isForm = request.contentType === 'application/x-www-form-urlencoded'
      const form = new URLSearchParams(isForm ? request.body : '')
      const [username, password] = [form.get('username') ?? '', form.get('password') ?? '']
      if (username === '' || password === '') {
        const missing = ['username', 'password'].filter((name) => (form.get(name) ?? '') === '')
        const detail = missing.map((name) => ({
          loc: ['body', name],
          msg: 'field required',
          type: 'value_error.missing',
        }))
        return reply({ detail }, 422)
      }
      const login = sessions.login(username, password)
      if (login.kind === 'token') return reply({ access_token: login.token, token_type: 'bearer' })
      return reply({ detail: CODES[login.kind] }, 400)
    },
  },
]
