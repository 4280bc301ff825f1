// Who is at the desk: logging in where the server has users, and out again.
import { refresh, send, useResource } from "./api.js";
import { html, useState } from "./html.js";
import { complain } from "./notices.js";

/** Return who asks, or undefined while that is not known. */
export const useMe = () => useResource("/me").data;

/** Return whether somebody must log in first. */
export const mustLogIn = (me) => Boolean(me?.login && !me.user);

export function Login() {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState("");
  const submit = async (event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    setBusy(true);
    try {
      await send("POST", "/login", { user: form.get("user"), password: form.get("password") });
      refresh("");
    } catch (error) {
      setRefusal(error.message);
    }
    setBusy(false);
  };
  return html`<form class="login form" onSubmit=${submit}>
    <h1>Tidings</h1>
    ${refusal && html`<p class="failure" role="alert">${refusal}</p>`}
    <label><span>Name</span><input name="user" autocomplete="username" required autofocus /></label>
    <label><span>Password</span><input name="password" type="password" autocomplete="current-password" required /></label>
    <button class="primary" disabled=${isBusy}>Log in</button>
  </form>`;
}

/** The name of the person, with a way out. */
export function Person({ me }) {
  if (!me?.login || !me.user) return null;
  const leave = () => send("POST", "/logout").then(() => refresh(""), complain);
  return html`<button class="tool" onClick=${leave} title=${`${me.user}, ${me.role}`}>Log out ${me.user}</button>`;
}
